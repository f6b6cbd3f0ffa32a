package reach;

/** Counts a number up several times, then down until nothing is left: the assertion is about how often. */
public final class IncDec {
    private IncDec() {}

    public static void main(int number) {
        int counted = number;
        for (int round = 0; round < 10; round++) {
            counted = increment(counted);
        }
        int steps = 0;
        while (counted > 0) {
            counted = decrement(counted);
            steps++;
        }
        assert steps != 30;
    }

    static int increment(int number) {
        if (number < 0) {
            return number;
        }
        return number + 1;
    }

    static int decrement(int number) {
        if (number <= 0) {
            return number;
        }
        return number - 1;
    }
}
