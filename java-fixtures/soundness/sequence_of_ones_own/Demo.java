package sequence_of_ones_own;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        P p = new P();
        class Own implements CharSequence {
            @Override
            public int length() {
                p.touch();
                return 3;
            }

            @Override
            public char charAt(int index) {
                p.touch();
                return 'a';
            }

            @Override
            public CharSequence subSequence(int from, int to) {
                return this;
            }

            @Override
            public String toString() {
                p.touch();
                return "abc";
            }
        }
        CharSequence own = new Own();
        fails("containsBad", () -> p.containsBad(own));
        fails("replaceBad", () -> p.replaceBad(own));
        fails("contentBad", () -> p.contentBad(own));
        fails("appendBad", () -> p.appendBad(own));
        fails("insertBad", () -> p.insertBad(own));
        fails("builderBad", () -> p.builderBad(own));
        fails("joinBad", () -> p.joinBad(own));
        fails("joinerBad", () -> p.joinerBad(own));
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
