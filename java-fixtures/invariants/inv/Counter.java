package inv;

/** A counter that only goes up. */
public class Counter {
    private int count;

    public void increment() {
        if (count < Integer.MAX_VALUE) {
            count++;
        }
    }

    public void notNegativeOk() {
        assert count >= 0;
    }

    public void smallBad() {
        assert count < 2;
    }
}
