package reflected_parts;

import java.util.List;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) {
        fails("kindBad", () -> P.kindBad(P.found()));
        fails("constructedBad", () -> Constructed.of(0).constructedBad());
        fails("handledBad", () -> Handled.of(0).handledBad());
        fails("givenBad", () -> Given.empty().newInstance().givenBad());
        fails("assignedBad", () -> {
            Assigned assigned = new Assigned("a");
            assigned.clear();
            assigned.assignedBad();
        });
        Stored[] stored = new Stored[1];
        fails("Stored", () -> new Stored(stored, null));
        fails("storedBad", () -> stored[0].storedBad());
        fails("calledBad", () -> {
            Called called = new Called();
            called.call();
            called.calledBad();
        });
        fails("sizesBad", () -> {
            ((int[]) Called.call("sizes"))[0] = 0;
            Called.sizesBad();
        });
        fails("readBad", () -> {
            Read read = new Read();
            ((List<String>) read.read()).add(null);
            read.readBad();
        });
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (AssertionError | RuntimeException failure) {
            return;
        } catch (Throwable other) {
            throw new IllegalStateException(name, other);
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
