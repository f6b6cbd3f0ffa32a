package kept_own;

public class P {
    /** It can be changed. */
    public static class Box {
        private int v;

        public void set(int v) {
            this.v = v;
        }

        public int get() {
            return v;
        }
    }

    private final Box box;

    public P(Box box) {
        if (box.get() < 0) {
            throw new IllegalArgumentException();
        }
        this.box = box;
    }

    public void chkBad() {
        assert box.get() >= 0;
    }

    public void presentOk() {
        assert box != null;
    }
}
