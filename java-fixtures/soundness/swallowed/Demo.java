package swallowed;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        fails("Swallowed.replacedBad", () -> Swallowed.replacedBad(4));
        fails("Swallowed.wrappedBad", () -> Swallowed.wrappedBad(4));
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
