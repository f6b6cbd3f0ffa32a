package super_and_virtual;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        P one = new P("a");
        fails("superFirstBad", () -> one.superFirstBad(new P("b")));
        fails("virtualFirstBad", () -> one.virtualFirstBad(new P("b")));
        fails("defaultMethodBad", () -> one.defaultMethodBad(new P("b")));
        fails("objectMethodBad", () -> one.objectMethodBad(new P("b")));
        fails("betweenMethodsBad", P::betweenMethodsBad);
        one.superTwiceOk(new P("b"));
        one.defaultMethodOk();
        P.betweenMethodsOk();
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (Throwable failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
