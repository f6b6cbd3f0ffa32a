package inventory;

/** The average of the last numbers. */
public final class MovingAverage {
    private final int[] window;
    private int next;
    private int filled;

    public MovingAverage(int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("size " + size);
        }
        window = new int[size];
    }

    public void add(int number) {
        window[next] = number;
        next = (next + 1) % window.length;
        if (filled < window.length) {
            filled++;
        }
    }

    public int latest() {
        int last = next == 0 ? window.length - 1 : next - 1;
        return window[last];
    }

    public int percentFilled() {
        assert filled <= window.length;
        return (int) (filled * 100L / window.length);
    }
}
