package demand;

/** Callees that change arrays, recursion on numbers, exceptions. */
final class Arrays {
    private Arrays() {
    }

    static void double_(int[] numbers, int index) {
        if (index >= 0 && index < numbers.length) {
            numbers[index] *= 2;
        }
    }

    static void doubled(int[] numbers) {
        double_(numbers, 0);
        double_(numbers, 0);
        double_(numbers, 1);
        if (numbers[0] == 44 && numbers[1] == 6) {
            throw new IllegalStateException("target");
        }
    }

    static void odd(int[] numbers) {
        double_(numbers, 0);
        if (numbers.length > 0 && numbers[0] == 7) {
            throw new IllegalStateException("target");
        }
    }

    static int sum(int n) {
        if (n <= 0) {
            return 0;
        }
        return n + sum(n - 1);
    }

    static void summed(int n) {
        if (sum(n) == 21) {
            throw new IllegalStateException("target");
        }
    }

    static int checked(int x) {
        if (x < 10) {
            throw new ArithmeticException();
        }
        return x / (x - 12);
    }

    static void caught(int x) {
        try {
            if (checked(x) == 14) {
                throw new IllegalStateException("never");
            }
        } catch (ArithmeticException failure) {
            if (x > 10) {
                throw new IllegalStateException("target");
            }
        }
    }
}
