package monitors;

/** What a thread may do with a monitor only while it owns it. */
public class Monitors {
    private final Object guard = new Object();

    public static void notifyBad(Object guard) {
        if (guard != null) {
            guard.notify();
        }
    }

    public static void waitBad(Object guard) throws InterruptedException {
        if (guard != null) {
            guard.wait(1);
        }
    }

    public static void negativeBad(Object guard) throws InterruptedException {
        if (guard != null) {
            synchronized (guard) {
                guard.wait(-1);
            }
        }
    }

    public static void nanosBad(Object guard) throws InterruptedException {
        if (guard != null) {
            synchronized (guard) {
                guard.wait(1, 1_000_000);
            }
        }
    }

    public static void otherBad(Object one, Object two) {
        if (one != null && two != null) {
            synchronized (one) {
                two.notify();
            }
        }
    }

    public static void releasedBad(Object guard) {
        if (guard != null) {
            synchronized (guard) {
                guard.notifyAll();
            }
            guard.notifyAll();
        }
    }

    public static void nullBad(Object guard) {
        synchronized (guard) {
            guard.hashCode();
        }
    }

    public void ownBad() {
        notifyAll();
    }

    public static synchronized void classBad(Object other) {
        if (other != null) {
            Monitors.class.notifyAll();
            other.notifyAll();
        }
    }

    public static void thrownBad(Object guard, int number) {
        if (guard == null) {
            return;
        }
        try {
            synchronized (guard) {
                if (number == 5) {
                    throw new IllegalArgumentException();
                }
                guard.notifyAll();
            }
        } catch (IllegalArgumentException left) {
            guard.notifyAll();
        }
    }

    public static void notifyOk(Object guard) {
        if (guard != null) {
            synchronized (guard) {
                guard.notify();
            }
        }
    }

    public synchronized void ownOk() {
        notifyAll();
    }

    public static synchronized void classOk() {
        Monitors.class.notifyAll();
    }

    public void guardOk() {
        synchronized (guard) {
            synchronized (guard) {
                guard.notify();
            }
            guard.notifyAll();
        }
    }

    public synchronized void calledOk() {
        signal();
    }

    private void signal() {
        notifyAll();
    }

    public static boolean quietOk(Object guard) {
        if (guard == null) {
            return false;
        }
        try {
            guard.notify();
            return true;
        } catch (IllegalMonitorStateException refused) {
            return false;
        }
    }
}
