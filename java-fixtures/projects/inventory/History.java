package inventory;

/** The last quantities that were counted. */
public final class History {
    private int[] counts;
    private int next;

    public History(int capacity) {
        if (capacity < 1 || capacity > 100) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        counts = new int[capacity];
    }

    public void record(int count) {
        counts[next] = count;
        next = next + 1 == counts.length ? 0 : next + 1;
    }

    public void shrink() {
        if (counts.length > 1) {
            int[] fewer = new int[counts.length - 1];
            System.arraycopy(counts, 0, fewer, 0, fewer.length);
            counts = fewer;
        }
    }

    public int capacity() {
        assert counts.length > 0;
        return counts.length;
    }
}
