package cause_cycles;

import java.util.concurrent.atomic.AtomicReference;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        Exception first = new Exception();
        Exception second = new Exception(first);
        first.initCause(second);
        fails("causeBad", () -> P.causeBad(second));
        AtomicReference<Object> reference = new AtomicReference<>();
        reference.set(reference);
        fails("referenceBad", () -> P.referenceBad(reference));
        P.ownCauseOk(second);
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
