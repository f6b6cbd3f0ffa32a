package object_called_back_in_constructor;

public class P {
    /** Sees objects that are being made. */
    public interface Seer {
        void sees(P p);
    }

    private int v;

    public P(Seer seer) {
        if (seer != null) {
            seer.sees(this);
        }
        v = 1;
    }

    public void chkBad() {
        assert v == 1;
    }

    public void rangeOk() {
        assert v >= 0;
    }
}
