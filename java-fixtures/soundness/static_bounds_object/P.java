package static_bounds_object;

/** What its objects hold is bounded by an array that a method changes. */
public class P {
    private static final int[] MOST = {5};

    private int count;

    public static void setMost(int most) {
        MOST[0] = most;
    }

    public void count() {
        if (count < MOST[0]) {
            count++;
        }
    }

    public void mostBad() {
        assert count <= 5;
    }
}
