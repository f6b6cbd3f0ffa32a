package object_ninth_constant;

public class P {
    public static final P A = new P(1), B = new P(2), C = new P(3), D = new P(4), E = new P(5), F = new P(6), G = new P(7),
            H = new P(8), I = new P(9);
    private final int v;

    private P(int v) {
        this.v = v;
    }

    public void chkBad() {
        assert v < 9;
    }

    public void rangeOk() {
        assert v > 0;
    }
}
