package exception_keys;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        fails("Wrapped.textBad", () -> Wrapped.textBad(5));
        fails("Wrapped.causeBad", () -> Wrapped.causeBad(5));
        fails("Wrapped.errorBad", () -> Wrapped.errorBad(5));
        fails("Wrapped.localBad", () -> Wrapped.localBad(5));
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (Throwable failure) {
            return;
        }
        System.out.println(name + " does not fail");
    }
}
