package hostile;

import static hostile.Outside.attempt;

/** Leaves as many threads as it gets. */
public final class LeavesManyThreads {
    static {
        attempt(() -> {
            while (true) {
                Thread thread = new Thread(() -> attempt(() -> Thread.sleep(Long.MAX_VALUE)));
                thread.start();
            }
        });
    }

    private LeavesManyThreads() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
