// A class whose static initialiser throws: at its first use, and at those after it.
package check;

public class Defaults {
    private static final class Timeouts {
        private static final int[] MILLIS = {100, parsed("2OO")};

        static int parsed(String digits) {
            return Integer.parseInt(digits);
        }

        static int longest() {
            return MILLIS[MILLIS.length - 1];
        }
    }

    private static class Retries {
        static int most = -1;

        static {
            if (most < 0) {
                throw new AssertionError("no retries");
            }
        }
    }

    private static final class PoliteRetries extends Retries {
        static int pause = 10;
    }

    public static int longestBad() {
        return Timeouts.longest();
    }

    public static int secondUseBad() {
        try {
            return Timeouts.longest();
        } catch (LinkageError notInitialised) {
            return Timeouts.MILLIS.length;
        }
    }

    public static int mostBad(boolean polite) {
        return polite ? PoliteRetries.pause : 0;
    }

    public static int longestOk() {
        try {
            return Timeouts.longest();
        } catch (LinkageError notInitialised) {
            return 100;
        }
    }

    public static void causeOk() {
        try {
            Timeouts.longest();
        } catch (ExceptionInInitializerError first) {
            assert first.getCause() instanceof NumberFormatException;
        } catch (NoClassDefFoundError later) {
            assert later.getMessage() != null;
        }
    }

    public static int unusedOk(Object retries) {
        return retries instanceof PoliteRetries ? 1 : 0;
    }
}
