package inv;

/** A counter within two bounds. */
public class BoundedCounter {
    private final int limit;
    private int count;

    public BoundedCounter(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit");
        }
        this.limit = limit;
    }

    public boolean tryIncrement() {
        if (count == limit) {
            return false;
        }
        count++;
        return true;
    }

    public void reset() {
        count = 0;
    }

    public void withinLimitOk() {
        assert count <= limit;
    }

    public int leftOk() {
        return 100 / (limit - count + 1);
    }

    public int partBad() {
        return 100 / (limit - count);
    }
}
