package collected;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) throws InterruptedException {
        P.begin();
        System.gc();
        fails("sharedBad", P::sharedBad);
        fails("namesBad", P::namesBad);
        P.presentOk();
    }

    private static void fails(String name, Runnable call) throws InterruptedException {
        for (int tries = 0; tries < 100; tries++) {
            try {
                call.run();
            } catch (AssertionError failure) {
                return;
            }
            System.gc();
            Thread.sleep(10);
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
