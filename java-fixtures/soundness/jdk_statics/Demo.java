package jdk_statics;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        fails("parsedBad", P::parsedBad);
        fails("knownBad", P::knownBad);
        P.doNotFollow();
        fails("followsBad", P::followsBad);
        P.install();
        fails("cookiesBad", P::cookiesBad);
        P.parsedOk();
        P.namedOk();
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError | RuntimeException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
