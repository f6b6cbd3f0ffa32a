package inv;

/** Permits that are given back. */
public class Semaphore {
    private final int permits;
    private int taken;

    public Semaphore(int permits) {
        this.permits = Math.max(permits, 0);
    }

    public boolean acquire() {
        if (taken < permits) {
            taken++;
            return true;
        }
        return false;
    }

    public void release() {
        if (taken > 0) {
            taken--;
        }
    }

    public void withinOk() {
        assert taken >= 0 && taken <= permits;
    }

    public void freeBad() {
        assert taken < permits;
    }
}
