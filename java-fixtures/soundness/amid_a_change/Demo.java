package amid_a_change;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        new P.Method().change();
        fails("methodBad", P::methodBad);
        new P.Constructor();
        fails("constructorBad", P::constructorBad);
        new P.Text().change();
        fails("textBad", P::textBad);
        new P.Default().change();
        fails("defaultBad", P::defaultBad);
        fails("seenBad", new P.Below()::seenBad);
        new P.Below().partOk();
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
