package object_other_factory;

public class P {
    private final int v;

    public P() {
        v = 0;
    }

    private P(int v) {
        this.v = v;
    }

    public void chkBad() {
        assert v == 0;
    }

    public void rangeOk() {
        assert v >= 0;
    }

    /** Makes them too. */
    public static class Factory {
        public P three() {
            return new P.Hidden();
        }
    }

    private static class Hidden extends P {
        Hidden() {
            super(3);
        }
    }
}
