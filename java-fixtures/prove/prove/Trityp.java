package prove;

/** The kinds of triangles: 1 scalene, 2 isosceles, 3 equilateral, 4 none; as it should be, and five slips of it. */
public final class Trityp {
    private Trityp() {}

    private static boolean isAssumed(int a, int b, int c) {
        return a > 0 && b > 0 && c > 0 && a < 10_000 && b < 10_000 && c < 10_000;
    }

    /** What the kind of a triangle is by definition. */
    private static int specified(int a, int b, int c) {
        if (a + b <= c || a + c <= b || b + c <= a) {
            return 4;
        }
        if (a == b && b == c) {
            return 3;
        }
        return a == b || b == c || a == c ? 2 : 1;
    }

    /** As it should be. */
    public static void right(int a, int b, int c) {
        if (!isAssumed(a, b, c)) {
            return;
        }
        assert rightKind(a, b, c) == specified(a, b, c); // #right
    }

    private static int rightKind(int a, int b, int c) {
        int result = 0;
        if (a == b) {
            result = result + 1;
        }
        if (a == c) {
            result = result + 2;
        }
        if (b == c) {
            result = result + 3;
        }
        if (result == 0) {
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    /** Takes the second pair for the third. */
    public static void wrongPair(int a, int b, int c) {
        if (!isAssumed(a, b, c)) {
            return;
        }
        assert wrongPairKind(a, b, c) == specified(a, b, c); // #wrong-pair
    }

    private static int wrongPairKind(int a, int b, int c) {
        int result = 0;
        if (a == b) {
            result = result + 1;
        }
        if (a == c) {
            result = result + 2;
        }
        if (b == c) {
            result = result + 3;
        }
        if (result == 0) {
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 3 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    /** Knows no equilateral triangle. */
    public static void noEquilateral(int a, int b, int c) {
        if (!isAssumed(a, b, c)) {
            return;
        }
        assert noEquilateralKind(a, b, c) == specified(a, b, c); // #no-equilateral
    }

    private static int noEquilateralKind(int a, int b, int c) {
        int result = 0;
        if (a == b) {
            result = result + 1;
        }
        if (a == c) {
            result = result + 2;
        }
        if (b == c) {
            result = result + 3;
        }
        if (result == 0) {
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 0;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    /** Adds to a side. */
    public static void wrongSum(int a, int b, int c) {
        if (!isAssumed(a, b, c)) {
            return;
        }
        assert wrongSumKind(a, b, c) == specified(a, b, c); // #wrong-sum
    }

    private static int wrongSumKind(int a, int b, int c) {
        int result = 0;
        if (a == b) {
            result = a + 1;
        }
        if (a == c) {
            result = result + 2;
        }
        if (b == c) {
            result = result + 3;
        }
        if (result == 0) {
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    /** Takes all but the third pair for it. */
    public static void negated(int a, int b, int c) {
        if (!isAssumed(a, b, c)) {
            return;
        }
        assert negatedKind(a, b, c) == specified(a, b, c); // #negated
    }

    private static int negatedKind(int a, int b, int c) {
        int result = 0;
        if (a == b) {
            result = result + 1;
        }
        if (a == c) {
            result = result + 2;
        }
        if (b == c) {
            result = result + 3;
        }
        if (result == 0) {
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result != 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    /** Compares sides by order. */
    public static void wrongRelation(int a, int b, int c) {
        if (!isAssumed(a, b, c)) {
            return;
        }
        assert wrongRelationKind(a, b, c) == specified(a, b, c); // #wrong-relation
    }

    private static int wrongRelationKind(int a, int b, int c) {
        int result = 0;
        if (a == b) {
            result = result + 1;
        }
        if (a >= c) {
            result = result + 2;
        }
        if (b == c) {
            result = result + 3;
        }
        if (result == 0) {
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }
}
