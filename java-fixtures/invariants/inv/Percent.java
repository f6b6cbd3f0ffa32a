package inv;

/** A number that setters keep within bounds. */
public class Percent {
    private int value;

    public void set(int value) {
        this.value = Math.max(0, Math.min(100, value));
    }

    public void withinOk() {
        assert value >= 0 && value <= 100;
    }

    public int inverseOk() {
        return 100 / (value + 1);
    }

    public int inverseBad() {
        return 100 / value;
    }
}
