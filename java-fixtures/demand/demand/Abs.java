package demand;

/** Figure 1 of "Demand-Driven Compositional Symbolic Execution". */
final class Abs {
    private Abs() {
    }

    static int abs(int x) {
        if (x > 0) {
            return x;
        } else if (x == 0) {
            return 100;
        } else {
            return -x;
        }
    }

    static void testAbs(int p, int q) {
        int m = abs(p);
        int n = abs(q);
        if (m > n && p > 0) {
            throw new IllegalStateException("target");
        }
    }

    /** No absolute value is between 1 and 100 for 0, and none is 0. */
    static void neverZero(int p) {
        if (abs(p) == 0) {
            throw new IllegalStateException("target");
        }
    }

    /** Two equal calls give equal results. */
    static void sameTwice(int p) {
        if (abs(p) != abs(p)) {
            throw new IllegalStateException("target");
        }
    }
}
