// A number whose successor is smaller.
package check;

public class TrackerOverflow {
    public static int successorBad(int x) {
        if (x + 1 < x) {
            throw new IllegalStateException("overflow");
        }
        return x + 1;
    }

    public static long doubledBad(long x) {
        if (x > 0 && x * 2 < x) {
            throw new IllegalStateException("overflow");
        }
        return x * 2;
    }

    public static int successorOk(int x) {
        if (x < Integer.MAX_VALUE && x + 1 < x) {
            throw new IllegalStateException("overflow");
        }
        return x + 1;
    }
}
