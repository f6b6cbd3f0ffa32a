package inherited_names;

/** Shows that each method whose name ends in Bad fails: it names what code of any package could name. */
public class Demo {
    static class Below extends P.Open {
        static void set() {
            Settings.most = 6;
            Settings.least = 2;
        }
    }

    public static void main(String[] arguments) {
        Below.set();
        fails("mostBad", P.Open::mostBad);
        fails("leastBad", P.Open::leastBad);
        P.Shown.Named.count = 4;
        fails("countBad", P::countBad);
        fails("valueBad", () -> new P.Shown.Named(0).valueBad());
        fails("passedBad", () -> P.passedBad(new P.Shown.Named(2)));
        P.Holds.Sizes.size = 5;
        fails("sizeBad", P::sizeBad);
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
