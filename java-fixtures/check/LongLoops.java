// Loops that constants decide, many times around: in initialisers and in methods.
package check;

public class LongLoops {
    private static final int[] CRC = new int[256];
    private static final boolean[] COMPOSITE = new boolean[20_000];
    private static final long HASH;
    private static int rounds;

    static {
        for (int n = 0; n < CRC.length; n++) {
            int value = n;
            for (int bit = 0; bit < 8; bit++) {
                value = (value & 1) != 0 ? 0xEDB88320 ^ (value >>> 1) : value >>> 1;
            }
            CRC[n] = value;
        }
        for (int n = 2; n * n < COMPOSITE.length; n++) {
            if (COMPOSITE[n]) {
                continue;
            }
            for (int multiple = n * n; multiple < COMPOSITE.length; multiple += n) {
                COMPOSITE[multiple] = true;
            }
        }
        long hash = 1_125_899_906_842_597L;
        for (int i = 0; i < 1_000_000; i++) {
            hash = 31 * hash + (i ^ (hash >>> 7));
        }
        HASH = hash;
    }

    public static void initialisedOk() {
        int primes = 0;
        for (int n = 2; n < COMPOSITE.length; n++) {
            if (!COMPOSITE[n]) {
                primes++;
            }
        }
        assert primes == 2_262;
        assert CRC[255] == 755_167_117;
        assert HASH == -5_604_251_472_239_397_280L;
    }

    public static void initialisedBad() {
        assert HASH == 0 || COMPOSITE[19_997];
    }

    public static int millionOk() {
        int sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            sum += i ^ (sum << 1);
        }
        assert sum == 500_000;
        return sum;
    }

    public static int lateBad() {
        int[] squares = new int[5_000];
        int i = 0;
        while (true) {
            squares[i] = i * i;
            i++;
        }
    }

    public static int divisorBad() {
        int result = 0;
        for (int i = 10_000; i > -1; i--) {
            result += 1_000_000 / i;
        }
        return result;
    }

    // What an input decides goes on to be counted between loops that constants decide.
    public static int mixedOk(int n) {
        int steps = 0;
        for (int i = 0; i < n && i < 2; i++) {
            for (int k = 0; k < 1_000; k++) {
                steps += k % 3 == 0 ? 1 : 2;
            }
        }
        assert steps <= 2 * 1_666;
        return steps;
    }

    public static int mixedBad(int n) {
        int kind = 12_345;
        for (int i = 0; i < 3_000; i++) {
            switch (i % 4) {
                case 0 -> kind += 3;
                case 3 -> kind -= 1;
                default -> kind ^= i;
            }
        }
        if (n == kind) {
            throw new IllegalStateException();
        }
        return kind;
    }

    public static void numbersOk() {
        double sum = 0;
        float product = 1;
        char letter = 'a';
        byte wrapped = 0;
        for (int i = 1; i <= 2_000; i++) {
            sum += 1.0 / i;
            product = product * 1.01f % 7;
            letter += 3;
            wrapped++;
        }
        assert sum == 8.178368103610284;
        assert product == 0.59947896f;
        assert letter == 6_097;
        assert wrapped == -48;
    }

    // An operand waits below the loop, and locals change while operands wait.
    public static int waitingOk() {
        int[] values = new int[300];
        int at = 0;
        int first = 5;
        while (at < 300) {
            values[at++] = at + (at > 100 ? first++ : first);
        }
        int total = first + (values[299] > 0 ? sum(values) : 0);
        assert total == 66_755;
        return total;
    }

    private static int sum(int[] values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    // Rows, fields and static fields.
    public static void heapOk() {
        long[][] rows = new long[20][20];
        Object last = null;
        rounds = 0;
        for (int i = 0; i < 4_000; i++) {
            rows[i % 20][i / 200] += i;
            rounds++;
            last = i % 2 == 0 ? rows : null;
        }
        assert rows[3][19] == 38_930 && rounds == 4_000 && last == null;
    }

    public static void caughtOk() {
        int caught = 0;
        int[] few = {1, 2, 3};
        for (int i = 0; i < 1_000; i++) {
            try {
                few[i % 5]++;
            } catch (ArrayIndexOutOfBoundsException outside) {
                caught++;
            }
        }
        assert caught == 400 && few[0] == 201;
    }

    // What is called in a loop: it computes, or writes, or throws.
    public static int calledOk() {
        LongLoops own = new LongLoops();
        int sum = 0;
        rounds = 0;
        for (int i = 0; i < 100_000; i++) {
            sum = next(sum, i) + own.half(i) + (i % 10_000 == 0 ? noted(i) : 0);
        }
        assert sum == -1_090_117_894 && rounds == 450_000;
        return sum;
    }

    public static int calledBad() {
        int sum = 0;
        for (int i = 0; i < 100_000; i++) {
            sum = next(sum, quotient(1_000_000, 70_000 - i));
        }
        return sum;
    }

    private static int next(int sum, int by) {
        int changed = sum;
        for (int k = 0; k < by % 3; k++) {
            changed += k ^ by;
        }
        return changed + (isOdd(by) ? 1 : -2);
    }

    private static boolean isOdd(int number) {
        return (number & 1) != 0;
    }

    private int half(int number) {
        return number >> 1;
    }

    private static int noted(int number) {
        rounds += number;
        return rounds % 7;
    }

    private static int quotient(int dividend, int divisor) {
        return dividend / divisor;
    }
}
