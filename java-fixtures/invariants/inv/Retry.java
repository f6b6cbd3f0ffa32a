package inv;

/** Tries that run out. */
public class Retry {
    private int left = 3;

    public boolean attempt() {
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }

    public void withinOk() {
        assert left >= 0 && left <= 3;
    }

    public void someBad() {
        assert left > 0;
    }
}
