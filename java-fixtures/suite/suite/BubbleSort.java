package suite;

/** Sorting in place. */
public class BubbleSort {
    public static void sort(int[] values) {
        for (int end = values.length - 1; end > 0; end--) {
            for (int at = 0; at < end; at++) {
                if (values[at] > values[at + 1]) {
                    int moved = values[at];
                    values[at] = values[at + 1];
                    values[at + 1] = moved;
                }
            }
        }
    }
}
