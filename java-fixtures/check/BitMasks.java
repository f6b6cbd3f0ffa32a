// A mask of the lowest bits of a long.
package check;

public class BitMasks {
    public static long lowestBad(int bits) {
        if (bits < 1 || bits > 63) {
            throw new IllegalArgumentException("bits");
        }
        long mask = (1 << bits) - 1;
        assert mask != 0;
        return mask;
    }

    public static long lowestOk(int bits) {
        if (bits < 1 || bits > 63) {
            throw new IllegalArgumentException("bits");
        }
        long mask = (1L << bits) - 1;
        assert mask != 0;
        return mask;
    }
}
