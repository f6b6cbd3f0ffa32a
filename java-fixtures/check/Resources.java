// What try-with-resources suppresses.
package check;

public class Resources {
    private static final class Connection implements AutoCloseable {
        private final boolean breaks;

        private Connection(boolean breaks) {
            this.breaks = breaks;
        }

        @Override
        public void close() {
            if (breaks) {
                throw new IllegalStateException("close");
            }
        }
    }

    public static int suppressedBad(boolean bodyBreaks, boolean closeBreaks) {
        try (Connection connection = new Connection(closeBreaks)) {
            if (bodyBreaks) {
                throw new IllegalStateException("body");
            }
            return 0;
        } catch (IllegalStateException exception) {
            return exception.getSuppressed()[0].getMessage().length();
        }
    }

    public static int suppressedOk(boolean bodyBreaks, boolean closeBreaks) {
        try (Connection connection = new Connection(closeBreaks)) {
            if (bodyBreaks) {
                throw new IllegalStateException("body");
            }
            return 0;
        } catch (IllegalStateException exception) {
            Throwable[] suppressed = exception.getSuppressed();
            return suppressed.length == 0 ? 0 : suppressed[0].getMessage().length();
        }
    }
}
