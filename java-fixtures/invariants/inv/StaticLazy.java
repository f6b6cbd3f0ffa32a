package inv;

/** The one object of a class, made when it is needed, and a state of all. */
public final class StaticLazy {
    private enum Phase { IDLE, RUNNING, DONE }

    private static StaticLazy only;
    private static Phase phase = Phase.IDLE;
    private static boolean isReady;
    private static StringBuilder buffer;
    private static Object marker = "";

    private final int batch;

    private StaticLazy(int batch) {
        this.batch = batch;
    }

    public static StaticLazy only() {
        if (only == null) {
            only = new StaticLazy(50);
        }
        return only;
    }

    public static void use(int batch) {
        if (batch < 1) {
            throw new IllegalArgumentException();
        }
        only = new StaticLazy(batch);
    }

    public static int batchesOk(int events) {
        return events / only().batch;
    }

    public static int batchBad() {
        return only.batch;
    }

    public static void start() {
        if (phase == Phase.IDLE) {
            phase = Phase.RUNNING;
            buffer = new StringBuilder();
            isReady = true;
        }
    }

    public static void stop() {
        phase = Phase.DONE;
        isReady = false;
        buffer = null;
    }

    public static int phaseOk() {
        switch (phase) {
            case IDLE:
                return 0;
            case RUNNING:
                return 1;
            case DONE:
                return 2;
            default:
                throw new AssertionError(phase);
        }
    }

    public static int bufferOk() {
        return isReady ? buffer.length() : 0;
    }

    public static int bufferBad() {
        return phase == Phase.DONE ? buffer.length() : 0;
    }

    public static int markerOk() {
        return marker.hashCode();
    }

    /** What is assigned meanwhile is not what was there. */
    public static int swapBad(Object other) {
        Object before = marker;
        try {
            marker = other;
            return marker.hashCode();
        } finally {
            marker = before;
        }
    }
}
