package reach;

/** Targets that no input reaches, each for another reason. */
public final class Unreachable {
    private static final int LIMIT = 10;

    private Unreachable() {}

    public static void contradiction(int x) {
        if (x > 5) {
            if (x < 3) {
                assert false;
            }
        }
    }

    public static void byCallee(int x) {
        if (clamp(x) > LIMIT) {
            assert false;
        }
    }

    static int clamp(int x) {
        if (x > LIMIT) {
            return LIMIT;
        }
        return x < 0 ? 0 : x;
    }

    public static void twoCalls(int x, int y) {
        int sum = clamp(x) + clamp(y);
        if (sum > 20) {
            assert false;
        }
    }

    public static void caught(int x) {
        try {
            int y = 10 / x;
        } catch (ArithmeticException expected) {
            return;
        }
        if (x == 0) {
            assert false;
        }
    }

    /** The branch itself is never on a way to the other method's assertion. */
    public static int elsewhere(int x) {
        if (x == 4) {
            return clamp(x);
        }
        return x;
    }

    static void alone(int x) {
        assert x - x == 0;
    }

    public static void byContext(int x) {
        if (x > 0) {
            positive(x);
        }
    }

    static void positive(int x) {
        assert x > 0;
    }

    /** Whether it is reached depends on what was called before: not shown to be unreachable. */
    static int state;

    public static void assign(int value) {
        state = value;
    }

    public static void history(int x) {
        if (state == 3 && x == 3) {
            assert false;
        }
    }
}
