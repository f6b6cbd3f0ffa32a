package parts_in_loops;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private static final int COUNT = 100_001;

    private interface Call {
        void run();
    }

    public static void main(String[] arguments) {
        fails("madeRowBad", () -> P.madeRowBad(COUNT));
        fails("linkedRowBad", () -> P.linkedRowBad(COUNT));
        P own = new P();
        own.put("a");
        own.add();
        fails("ownRowBad", () -> own.ownRowBad(COUNT));
        fails("madeEntryBad", () -> P.madeEntryBad(COUNT));
        fails("ownEntryBad", () -> own.ownEntryBad(COUNT));
        fails("treeEntryBad", () -> P.treeEntryBad(COUNT));
        fails("setElementBad", () -> P.setElementBad(COUNT));
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
