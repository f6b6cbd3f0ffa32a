package kept_by_equals;

/** Objects that are given to a caller's `equals` and `compareTo`, which may keep them. */
public class P {
    /** Which object it is. */
    public static final class Keyed {
        private final Object key = new Object();

        public boolean isFor(Object other) {
            return other != null && other.equals(key);
        }

        public void sameBad(Object other) {
            if (other == key) {
                throw new IllegalStateException();
            }
        }
    }

    /** What is in it. */
    public static final class Sizes {
        private static final int[] SIZES = {1, 2};

        public static boolean isSizes(Object other) {
            return other != null && other.equals(SIZES);
        }

        public static int sizesBad() {
            return 1 / SIZES[0];
        }
    }

    /** A text that grows. */
    public static final class Texts {
        private static final StringBuilder TEXT = new StringBuilder("a");

        public static boolean isBehind(Comparable<StringBuilder> other) {
            return other != null && other.compareTo(TEXT) > 0;
        }

        public static char charBad() {
            return TEXT.charAt(0);
        }
    }
}
