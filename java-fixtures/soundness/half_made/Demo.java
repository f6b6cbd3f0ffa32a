package half_made;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run();
    }

    public static void main(String[] arguments) throws InterruptedException {
        try {
            new P.Kept(null);
        } catch (NullPointerException expected) {
            for (int round = 0; round < 100 && P.Kept.last() == null; round++) {
                System.gc();
                Thread.sleep(50);
            }
        }
        fails("lastBad", P.Kept::lastBad);
        fails("ownBad", P.Kept.last()::ownBad);
        new P.Plain("a").ownOk();
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (AssertionError | RuntimeException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
