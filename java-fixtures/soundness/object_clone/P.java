package object_clone;

public class P implements Cloneable {
    private int v = 1;

    public P copy() {
        try {
            P copy = (P) super.clone();
            copy.v = v * 2;
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public void chkBad() {
        assert v == 1;
    }
}
