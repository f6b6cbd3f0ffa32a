package kept_array;

public class P {
    private final int[] a;

    public P(int[] a) {
        if (a.length != 1 || a[0] != 0) {
            throw new IllegalArgumentException();
        }
        this.a = a;
    }

    public void chkBad() {
        assert a[0] == 0;
    }

    public void lengthOk() {
        assert a.length == 1;
    }
}
