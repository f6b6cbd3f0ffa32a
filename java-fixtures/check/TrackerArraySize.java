// An array of a symbolic size has a path on which the size is negative.
package check;

public class TrackerArraySize {
    public static int[] oneMoreBad(int n) {
        return new int[n + 1];
    }

    public static int lengthBad(int n) {
        int[] values = new int[n + 1];
        return values.length == n + 1 ? n : -n;
    }

    public static int guardedBad(int n) {
        if (n < 0) {
            return 0;
        }
        return new byte[n + 1].length;
    }

    public static int caughtOk(int n) {
        try {
            return new int[Math.min(n, 10) + 1].length;
        } catch (NegativeArraySizeException exception) {
            return -1;
        }
    }
}
