package held_locks;

import java.util.ArrayList;
import java.util.List;

/** Locks that nobody else knows, which are held while a caller's code runs. */
public class P {
    public static final class Lock {
        private final Object lock = new Object();
        private final List<String> names = new ArrayList<>();

        public void with(Runnable work) {
            synchronized (lock) {
                work.run();
            }
        }

        public void withNames(Runnable work) {
            synchronized (names) {
                work.run();
            }
        }

        public void heldBad() {
            assert !Thread.holdsLock(lock);
        }

        public void namesBad() {
            assert !Thread.holdsLock(names);
        }

        public void notifyBad() {
            try {
                lock.notify();
            } catch (IllegalMonitorStateException expected) {
                return;
            }
            throw new IllegalStateException();
        }

        public void withinOk() {
            synchronized (lock) {
                lock.notifyAll();
                assert Thread.holdsLock(lock);
            }
        }

        public void madeOk() {
            assert !Thread.holdsLock(new Object());
        }
    }
}
