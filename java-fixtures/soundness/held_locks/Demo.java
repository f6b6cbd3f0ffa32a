package held_locks;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run();
    }

    public static void main(String[] arguments) {
        P.Lock lock = new P.Lock();
        fails("heldBad", () -> lock.with(lock::heldBad));
        fails("namesBad", () -> lock.withNames(lock::namesBad));
        fails("notifyBad", () -> lock.with(lock::notifyBad));
        lock.withinOk();
        lock.madeOk();
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (AssertionError | RuntimeException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
