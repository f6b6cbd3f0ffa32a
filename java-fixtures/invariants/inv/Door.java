package inv;

/** A state machine over numbers. */
public class Door {
    private static final int CLOSED = 0;
    private static final int OPEN = 1;
    private static final int LOCKED = 2;
    private int state = CLOSED;

    public void open() {
        if (state == CLOSED) {
            state = OPEN;
        }
    }

    public void close() {
        if (state == OPEN) {
            state = CLOSED;
        }
    }

    public void lock() {
        if (state == CLOSED) {
            state = LOCKED;
        }
    }

    public void unlock() {
        if (state == LOCKED) {
            state = CLOSED;
        }
    }

    public String nameOk() {
        switch (state) {
            case CLOSED:
                return "closed";
            case OPEN:
                return "open";
            case LOCKED:
                return "locked";
            default:
                throw new IllegalStateException();
        }
    }

    public void neverLockedBad() {
        assert state != LOCKED;
    }
}
