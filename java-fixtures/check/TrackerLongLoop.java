// A loop of ten thousand iterations that no input decides, and what comes after it.
package check;

public class TrackerLongLoop {
    public static int afterLoopBad(int divisor) {
        int sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += i & 3;
        }
        return sum / divisor;
    }

    public static int afterLoopOk(int divisor) {
        int sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += i & 3;
        }
        assert sum == 15_000;
        return divisor == 0 ? 0 : sum / divisor;
    }

    public static int besideLoopBad(int[] values) {
        return values[0];
    }
}
