// Buckets of floating-point readings.
package check;

public class Histogram {
    private static final int[] COUNTS = {5, 7, 11, 13};

    public static int countBad(float reading) {
        if (reading < 0 || reading > 100) {
            return 0;
        }
        return COUNTS[(int) (reading / 25)];
    }

    public static int countOk(float reading) {
        if (reading >= 0 && reading < 100) {
            return COUNTS[Math.min(3, (int) (reading / 25))];
        }
        return 0;
    }

    public static double inverseBad(double value) {
        double inverse = 1 / value;
        assert inverse == inverse * 2 / 2;
        return inverse;
    }
}
