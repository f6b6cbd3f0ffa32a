package swallowed;

/** Assertions whose error never leaves the method, or leaves it as another one. */
public class Swallowed {
    public static class Other extends RuntimeException {
    }

    /** Its assertion fails, and nothing leaves the method. */
    public static int returnedQuiet(int number) {
        try {
            assert number != 3;
            return 1;
        } finally {
            if (number > 0) {
                return 2;
            }
        }
    }

    public static int caughtQuiet(int number) {
        try {
            assert number > -10 : "small";
            return 1;
        } catch (Error failure) {
            return 2;
        }
    }

    /** The caller of the method with the assertion swallows. */
    public static boolean calledQuiet(int number) {
        try {
            positive(number);
            return true;
        } catch (Throwable failure) {
            return false;
        }
    }

    private static void positive(int number) {
        assert number > 0;
    }

    public static int loopQuiet(int count) {
        int failed = 0;
        for (int index = 0; index < 3; index++) {
            try {
                assert index != count;
            } catch (AssertionError failure) {
                failed++;
                continue;
            }
        }
        return failed;
    }

    public static void replacedBad(int number) {
        try {
            assert number != 4;
        } finally {
            if (number > 2) {
                throw new Other();
            }
        }
    }

    public static void wrappedBad(int number) {
        try {
            assert number != 4;
        } catch (AssertionError failure) {
            throw new IllegalStateException(failure);
        }
    }

    public static int returnedOk(int number) {
        try {
            assert number != 3 || number == 3;
            return 1;
        } finally {
            if (number > 0) {
                return 2;
            }
        }
    }

    public static int caughtOk(int number) {
        try {
            assert (number & 1) < 2;
            return 1;
        } catch (AssertionError failure) {
            return 2;
        }
    }

    /** The message of the assertion throws in its place: no assertion error arises. */
    public static int messageQuiet(int number) {
        try {
            assert number != 6 : 1 / (number - 6);
            return 1;
        } catch (ArithmeticException failure) {
            return 2;
        }
    }
}
