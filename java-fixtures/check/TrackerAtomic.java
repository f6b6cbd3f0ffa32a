// A class of java.util.concurrent.
package check;

import java.util.concurrent.atomic.AtomicBoolean;

public class TrackerAtomic {
    public static int onceBad(boolean twice) {
        AtomicBoolean done = new AtomicBoolean();
        done.compareAndSet(false, true);
        if (twice && !done.compareAndSet(false, true)) {
            throw new IllegalStateException("twice");
        }
        return 0;
    }

    public static int onceOk(boolean start) {
        AtomicBoolean done = new AtomicBoolean(start);
        if (done.get() != start) {
            throw new IllegalStateException("never");
        }
        return done.getAndSet(true) == start ? 1 : 0;
    }
}
