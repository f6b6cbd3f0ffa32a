package open_fields;

/** Shows that each method whose name ends in Bad fails. */
public class Demo extends P {
    public static void main(String[] arguments) {
        P p = new P();
        p.open().part = null;
        fails("partBad", p::partBad);
        p.open().divisor = 0;
        fails("divisorBad", p::divisorBad);
        p.fixedOk();
        Demo.number = 5;
        fails("numberBad", P::numberBad);
        guarded = 5;
        fails("guardedBad", P::guardedBad);
        P.ownOk();
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError | ArithmeticException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
