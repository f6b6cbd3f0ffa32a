package reach;

/** Targets that are exceptions. */
public final class Throws {
    /** An exception of its own. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String why) {
            super(why);
        }
    }

    private Throws() {}

    public static int divide(int x, int y) {
        return share(x, y - 3);
    }

    static int share(int x, int y) {
        return x / y;
    }

    public static int caught(int x) {
        try {
            return 10 / x;
        } catch (ArithmeticException expected) {
            return 0;
        }
    }

    public static void refuse(int x) {
        if (half(x) == 21) {
            throw new Refused("no: " + x);
        }
    }

    static int half(int x) {
        return x > 0 ? x / 2 : 0;
    }

    public static int element(int[] cells, int at) {
        return cells[at];
    }

    public static int overloaded(int x) {
        return x == 1 ? 10 : 20;
    }

    public static int overloaded(long x) {
        return x == 1 ? 10 : 20;
    }

    /** The line after the loop is reached, and then nothing ends. */
    public static void endless(int x) {
        int y = x;
        while (y != 7) {
            y++;
            if (y == x) {
                return;
            }
        }
        y = 9;
        while (x == 3) {
            y++;
        }
    }
}
