package object_anonymous_subclass;

public class P {
    protected int v() {
        return 0;
    }

    public static P odd() {
        return new P() {
            @Override
            protected int v() {
                return 7;
            }
        };
    }

    public static void chkBad(P p) {
        if (p != null) {
            assert p.v() == 0;
        }
    }

    public static void rangeOk(P p) {
        if (p != null) {
            assert p.v() >= 0;
        }
    }
}
