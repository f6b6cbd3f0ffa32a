package reach;

/** Fig. 1 of Anand, Godefroid and Tillmann: the target needs no more of {@code abs} than what a run has shown. */
public final class TestAbs {
    private TestAbs() {}

    static int abs(int x) {
        if (x > 0) {
            return x;
        } else if (x == 0) {
            return 100;
        } else {
            return -x;
        }
    }

    public static void testAbs(int p, int q) {
        int m = abs(p);
        int n = abs(q);
        if (m > n && p > 0) {
            assert false; // target
        }
    }

    /** No input gets there: {@code abs} is never 0, and of the smallest number negative. */
    public static void never(int p) {
        if (abs(p) == 0) {
            assert false;
        }
    }
}
