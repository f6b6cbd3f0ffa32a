package object_returned_new;

public class P {
    private int v;

    public P next() {
        P made = new P();
        made.v = v + 1;
        return made;
    }

    public void chkBad() {
        assert v < 2;
    }

    public void sameOk() {
        assert v == v;
    }
}
