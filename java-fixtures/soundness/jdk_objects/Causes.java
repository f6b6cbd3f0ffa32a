package jdk_objects;

import java.io.IOException;

/** Throwables as inputs: with a cause, a message, suppressed ones, a stack of their own. */
public class Causes {
    public static class Deep extends Exception {
        public Deep(Throwable cause) {
            super(cause);
        }
    }

    public static void causeBad(Exception failure) {
        if (failure != null && failure.getCause() instanceof IOException) {
            throw new IllegalStateException();
        }
    }

    public static void rootBad(Throwable failure) {
        int depth = 0;
        while (failure != null && depth < 3) {
            failure = failure.getCause();
            depth++;
        }
        assert depth != 2;
    }

    public static void suppressedBad(Throwable failure) {
        if (failure != null) {
            assert failure.getSuppressed().length == 0;
        }
    }

    public static void messageBad(IllegalArgumentException failure) {
        if (failure != null) {
            assert !"limit".equals(failure.getMessage());
        }
    }

    public static void initialBad(RuntimeException failure) {
        if (failure != null) {
            failure.initCause(new IOException());
        }
    }

    public static void deepBad(Deep failure) {
        if (failure != null) {
            assert failure.getCause() == null;
        }
    }

    public static void subclassBad(RuntimeException failure) {
        if (failure != null) {
            assert !(failure instanceof NumberFormatException);
        }
    }

    public static void stackBad(Exception failure) {
        if (failure != null) {
            assert failure.getStackTrace().length > 0;
        }
    }

    public static boolean causeOk(Exception failure) {
        return failure != null && failure.getCause() instanceof IOException;
    }

    public static int suppressedOk(Throwable failure) {
        return failure == null ? 0 : failure.getSuppressed().length;
    }
}
