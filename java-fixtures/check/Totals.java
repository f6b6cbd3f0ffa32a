// Sums over arrays.
package check;

public class Totals {
    public static int sumBad(int[] values) {
        if (values == null) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i <= values.length; i++) {
            sum += values[i];
        }
        return sum;
    }

    public static int sumOk(int[] values) {
        if (values == null) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
        }
        return sum;
    }

    public static int lastBad(int[] values) {
        return values[values.length - 1];
    }

    public static int lastOk(int[] values) {
        return values == null || values.length == 0 ? 0 : values[values.length - 1];
    }
}
