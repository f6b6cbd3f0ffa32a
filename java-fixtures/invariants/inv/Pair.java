package inv;

/** Both or none. */
public class Pair {
    private Object left;
    private Object right;

    public void set(Object left, Object right) {
        if (left == null || right == null) {
            this.left = null;
            this.right = null;
        } else {
            this.left = left;
            this.right = right;
        }
    }

    public void bothOk() {
        assert left == null || right != null;
    }

    public void noneBad() {
        assert left == null;
    }
}
