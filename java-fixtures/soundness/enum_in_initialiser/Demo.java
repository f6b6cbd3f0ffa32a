package enum_in_initialiser;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        fails("sizeBad", () -> P.sizeBad(P.Kind.LARGE));
        fails("failingBad", P::failingBad);
        fails("unreadyBad", P::unreadyBad);
        P.sizeOk(P.Kind.SMALL);
        P.earlyOk();
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
