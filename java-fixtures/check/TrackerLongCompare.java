// A comparison of two long numbers and a branch on it are two paths, not three.
package check;

public class TrackerLongCompare {
    public static int lessOk(long left, long right) {
        return left < right ? 1 : 0;
    }

    public static int equalOk(long left, long right) {
        return left == right ? 1 : 0;
    }

    public static int signBad(long left, long right) {
        int sign = left < right ? -1 : left > right ? 1 : 0;
        return 10 / sign;
    }

    public static long distanceBad(long left, long right) {
        long distance = left < right ? right - left : left - right;
        assert distance >= 0;
        return distance;
    }
}
