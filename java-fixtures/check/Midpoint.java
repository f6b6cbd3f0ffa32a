// The middle of a range of indices, as a binary search needs it.
package check;

public class Midpoint {
    public static int middleBad(int low, int high) {
        if (low < 0 || high < low) {
            throw new IllegalArgumentException("not a range");
        }
        int middle = (low + high) / 2;
        assert low <= middle && middle <= high;
        return middle;
    }

    public static int middleOk(int low, int high) {
        if (low < 0 || high < low) {
            throw new IllegalArgumentException("not a range");
        }
        int middle = low + (high - low) / 2;
        assert low <= middle && middle <= high;
        return middle;
    }
}
