package prove;

/** Loops of several kinds. */
public final class Loops {
    private Loops() {}

    /** Adds to `j` while `i` goes down to 1; `j` overflows where `i` was large. */
    public static int down(int i) {
        int j = 10;
        while (i > 1) {
            j++;
            i--;
            assert j > 0; // #positive
        }
        assert j != 2048; // #j-2048
        return j;
    }

    /** Counts what `x` is. */
    public static int count(int x) {
        int c = 0;
        while (x > 0) {
            assert c >= 0; // #not-negative
            c++;
            x--;
        }
        assert c == 30; // #c-30
        return c;
    }

    /** The same, and no more than fifty. */
    public static void fifty(int x) {
        int c = 0;
        while (x > 0) {
            assert c != 50; // #c-50
            c++;
            x--;
        }
    }

    /** One loop after the other. */
    public static void two(int x, int y) {
        int c = 0;
        while (x > 0) {
            c++;
            x--;
        }
        int p = 0;
        while (y > 0) {
            p += 10;
            y--;
            assert !(p == 50 && c == 2); // #p-50-c-2
        }
    }

    /** Twenty doublings. */
    public static void doublings(int x) {
        for (int k = 0; k < 20; k++) {
            x = x + x;
        }
        assert x < 32; // #doubled
    }

    /** Adds -1 and 17 alternately. */
    public static void alternate(short steps, int y) {
        if (y <= 2048) {
            return;
        }
        boolean down = true;
        for (int k = 0; k < steps; k++) {
            if (down) {
                y--;
            } else {
                y += 17;
            }
            down = !down;
        }
        assert y != 0; // #not-zero
        assert y + 42 != 0; // #not-minus-42
        assert y != 2048; // #y-2048
    }
}
