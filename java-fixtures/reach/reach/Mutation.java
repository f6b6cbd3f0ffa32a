package reach;

/** What a callee writes is what its caller reads. */
public final class Mutation {
    /** Something to count with. */
    public static final class Counter {
        int count;
    }

    private Mutation() {}

    public static void field(int by) {
        Counter counter = new Counter();
        add(counter, by);
        add(counter, 2);
        if (counter.count == 44) {
            assert false;
        }
    }

    static void add(Counter counter, int by) {
        if (by > 0) {
            counter.count += by;
        } else {
            counter.count = 7;
        }
    }

    public static void elements(int[] cells, int value) {
        if (cells.length < 3) {
            return;
        }
        put(cells, 1, value);
        if (cells[1] == 30 && cells[0] == 5) {
            assert false;
        }
    }

    static void put(int[] cells, int at, int value) {
        if (value > 10) {
            cells[at] = 2 * value;
        } else {
            cells[0] = value;
        }
    }
}
