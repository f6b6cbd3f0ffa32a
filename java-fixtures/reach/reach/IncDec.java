package reach;

/** Counts a number up several times, then down until an asserted condition holds. */
public final class IncDec {
    private IncDec() {}

    public static void main(int number) {
        int counted = number;
        for (int round = 0; round < 20; round++) {
            counted = increment(counted);
        }
        while (counted > 0) {
            counted = decrement(counted);
            assert counted != 10 || number != 57;
        }
    }

    static int increment(int number) {
        if (number < 0 || number > 1000) {
            return number;
        }
        return number + 1;
    }

    static int decrement(int number) {
        if (number > 500) {
            return number - 100;
        }
        return number - 1;
    }
}
