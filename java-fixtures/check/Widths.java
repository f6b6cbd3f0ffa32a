// float has fewer digits than int.
package check;

public class Widths {
    public static int throughFloatBad(int value) {
        float wide = value;
        assert (int) wide == value;
        return (int) wide;
    }

    public static int throughDoubleOk(int value) {
        double wide = value;
        assert (int) wide == value;
        return (int) wide;
    }

    public static int saturatingOk(double value) {
        int whole = (int) value;
        assert value != value || value < 1 || whole >= 1;
        return whole;
    }
}
