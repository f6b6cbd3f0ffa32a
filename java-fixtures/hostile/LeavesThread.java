package hostile;

import static hostile.Outside.attempt;

/** Leaves a thread that never ends. */
public final class LeavesThread {
    static {
        attempt(() -> new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        }).start());
    }

    private LeavesThread() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
