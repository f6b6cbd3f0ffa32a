package inv;

/** An immutable range of numbers with a checked constructor. */
public final class Range {
    private final int low;
    private final int high;

    public Range(int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException();
        }
        this.low = low;
        this.high = high;
    }

    public static Range of(int value) {
        return new Range(value, value);
    }

    public Range extend() {
        return high == Integer.MAX_VALUE ? this : new Range(low, high + 1);
    }

    public void orderedOk() {
        assert low <= high;
    }

    public void distinctBad() {
        assert low < high;
    }
}
