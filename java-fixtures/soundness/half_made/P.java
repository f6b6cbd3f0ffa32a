package half_made;

/** An object whose constructor throws, which its finalizer makes known. */
public class P {
    public static final class Kept {
        private static Kept last;
        private final String label;

        public Kept(String text) {
            this.label = text.trim();
        }

        @Override
        @SuppressWarnings({ "deprecation", "removal" })
        protected void finalize() {
            last = this;
        }

        public static int lastBad() {
            return last == null ? 0 : last.label.length();
        }

        public int ownBad() {
            return label.length();
        }

        public static Kept last() {
            return last;
        }
    }

    public static final class Plain {
        private final String label;

        public Plain(String text) {
            this.label = text.trim();
        }

        public int ownOk() {
            return label.length();
        }
    }
}
