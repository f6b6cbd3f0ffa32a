// Spreads keys over seven slots.
package check;

public class AbsoluteSlot {
    private static final int[] WEIGHTS = {3, 1, 4, 1, 5, 9, 2};

    public static int weightBad(int key) {
        return WEIGHTS[Math.abs(key) % 7];
    }

    public static int weightOk(int key) {
        return WEIGHTS[Math.floorMod(key, 7)];
    }
}
