// Looks at clocks: what depends on the time alone is no input that a caller could give.
package check;

public class Deadlines {
    public static long restBad(long timeout, int parts) {
        long end = System.currentTimeMillis() + timeout;
        return end / parts;
    }

    public static long restOk(long timeout, int parts) {
        if (parts <= 0) {
            return 0;
        }
        long end = System.currentTimeMillis() + timeout;
        return end / parts;
    }

    public static long elapsedOk() {
        long start = System.nanoTime();
        return System.nanoTime() - start;
    }

    public static int unluckyOk() {
        if (System.currentTimeMillis() == 42) {
            throw new IllegalStateException("long ago");
        }
        return 1;
    }
}
