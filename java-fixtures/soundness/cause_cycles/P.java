package cause_cycles;

import java.util.concurrent.atomic.AtomicReference;

/** What is set after objects were made may lead back to them. */
public final class P {
    public static void causeBad(Exception thrown) {
        if (thrown != null && thrown.getCause() != null) {
            assert thrown.getCause().getCause() != thrown;
        }
    }

    public static void referenceBad(AtomicReference<Object> reference) {
        assert reference == null || reference.get() != reference;
    }

    public static void ownCauseOk(Exception thrown) {
        if (thrown != null) {
            assert thrown.getCause() != thrown;
        }
    }

    private P() {
    }
}
