package kept_by_equals;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run();
    }

    /** Keeps what it is compared with. */
    private static final class Keeper implements Comparable<StringBuilder> {
        Object kept;

        @Override
        public boolean equals(Object other) {
            kept = other;
            return false;
        }

        @Override
        public int hashCode() {
            return 0;
        }

        @Override
        public int compareTo(StringBuilder other) {
            kept = other;
            return 0;
        }
    }

    public static void main(String[] arguments) {
        Keeper keeper = new Keeper();
        P.Keyed keyed = new P.Keyed();
        keyed.isFor(keeper);
        fails("sameBad", () -> keyed.sameBad(keeper.kept));
        P.Sizes.isSizes(keeper);
        ((int[]) keeper.kept)[0] = 0;
        fails("sizesBad", P.Sizes::sizesBad);
        P.Texts.isBehind(keeper);
        ((StringBuilder) keeper.kept).setLength(0);
        fails("charBad", P.Texts::charBad);
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
