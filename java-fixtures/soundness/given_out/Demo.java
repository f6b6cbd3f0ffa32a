package given_out;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        P p = new P();
        fails("cellBad", () -> p.cellBad(p.cell()));
        fails("numberBad", () -> p.numberBad((java.util.concurrent.atomic.AtomicInteger) p.number()));
        fails("textBad", () -> p.textBad(p.text()));
        p.hand(handed -> fails("handedBad", () -> p.handedBad(handed)));
        try {
            p.fail();
        } catch (Exception failure) {
            fails("failureBad", () -> p.failureBad(failure));
        }
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
