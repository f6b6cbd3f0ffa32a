// The negative of a number is not always positive.
package check;

public class Negation {
    public static int magnitudeBad(int value) {
        int magnitude = value < 0 ? -value : value;
        assert magnitude >= 0;
        return magnitude;
    }

    public static long magnitudeOk(int value) {
        long magnitude = value < 0 ? -(long) value : value;
        assert magnitude >= 0;
        return magnitude;
    }

    public static long quotientBad(long dividend, long divisor) {
        if (divisor == 0) {
            return 0;
        }
        long quotient = dividend / divisor;
        assert dividend >= 0 || divisor >= 0 || quotient >= 0;
        return quotient;
    }

    public static short narrowBad(int value) {
        short narrow = (short) value;
        assert value < 0 || narrow >= 0;
        return narrow;
    }
}
