// An immutable class whose constructor refuses what its methods could not work with.
package constructed;

public final class Span {
    private final int low;
    private final int high;

    public Span(int low, int high) {
        if (low > high || low < 0) {
            throw new IllegalArgumentException();
        }
        this.low = low;
        this.high = high;
    }

    public int width() {
        assert high - low >= 0;
        return high - low;
    }

    public int share(int parts) {
        return width() / parts;
    }

    public boolean covers(Span other) {
        return low <= other.low && other.high <= high;
    }

    public Span join(Span other) {
        return new Span(low < other.low ? low : other.low, high > other.high ? high : other.high);
    }

    public static int perUnit(Span span) {
        return 1000 / (span.width() + 1);
    }

    public static int perWidth(Span span) {
        return 1000 / span.width();
    }
}
