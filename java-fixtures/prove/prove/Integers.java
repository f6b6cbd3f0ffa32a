package prove;

/** Short functions over ints, linear and not. */
public final class Integers {
    private Integers() {}

    /** The sign of a number; in the last branch nothing else is left. */
    public static int sign(int x) {
        if (x == 0) {
            return 0;
        }
        if (x > 0) {
            return 1;
        }
        assert x < 0; // #sign
        return -1;
    }

    private static int dot(int ax, int ay, int bx, int by) {
        return ax * bx + ay * by;
    }

    public static void dotCommutes(int ax, int ay, int bx, int by) {
        assert dot(ax, ay, bx, by) == dot(bx, by, ax, ay); // #dot-commutes
    }

    public static void dotDistributes(int ax, int ay, int bx, int by, int cx, int cy) {
        int ofSum = dot(ax, ay, bx + cx, by + cy);
        int sumOf = dot(ax, ay, bx, by) + dot(ax, ay, cx, cy);
        assert ofSum == sumOf; // #dot-distributes
    }

    public static void dotScales(int ax, int ay, int bx, int by, int s, int t) {
        int ofScaled = dot(s * ax, s * ay, t * bx, t * by);
        assert ofScaled == s * t * dot(ax, ay, bx, by); // #dot-scales
    }

    /** `MIN_VALUE` has no absolute value. */
    public static int absolute(int x) {
        int y = x < 0 ? -x : x;
        assert y >= 0; // #absolute
        return y;
    }

    public static void cube(int x, int y) {
        assert x * x * x != y + 3; // #cube
    }

    public static void fixedByFactor(int x, int y) {
        if (x == x * y && x > 2) {
            assert false; // #factor
        }
    }

    /** Without overflow only 1 is such a factor. */
    public static void fixedByOtherFactor(int x, int y) {
        if (x == x * y && x > 2 && y != 1) {
            assert false; // #other-factor
        }
    }

    /** What a library says of a parameter is nothing that the parameter is. */
    public static float signum(float x) {
        float sign = Math.signum(x);
        assert x >= 0; // #signum
        return sign;
    }
}
