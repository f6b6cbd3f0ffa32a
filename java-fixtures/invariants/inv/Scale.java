package inv;

/** A divisor that is never zero. */
public class Scale {
    private int factor = 1;

    public void setFactor(int factor) {
        if (factor == 0) {
            throw new IllegalArgumentException();
        }
        this.factor = factor;
    }

    public int applyOk(int value) {
        return value / factor;
    }

    public int applyBad(int value) {
        return value / (factor - 1);
    }
}
