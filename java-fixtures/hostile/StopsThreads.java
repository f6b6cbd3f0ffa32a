package hostile;

import static hostile.Outside.attempt;

/** Disturbs all other threads, the harness's too, and goes on for ever. */
public final class StopsThreads {
    static {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread != Thread.currentThread()) {
                attempt(thread::interrupt);
                attempt(() -> thread.setPriority(Thread.MIN_PRIORITY));
                attempt(() -> Thread.class.getMethod("stop").invoke(thread));
            }
        }
        while (Outside.goesOn()) {
            Thread.onSpinWait();
        }
    }

    private StopsThreads() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
