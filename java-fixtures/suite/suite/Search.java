package suite;

/** Binary search and its like. */
public class Search {
    public static int binarySearch(int[] sorted, int key) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < key) {
                low = middle + 1;
            } else if (sorted[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static int middleOf(int x, int y, int z) {
        int middle = z;
        if (y < z) {
            if (x < y) {
                middle = y;
            } else if (x < z) {
                middle = x;
            }
        } else if (x > y) {
            middle = y;
        } else if (x > z) {
            middle = x;
        }
        return middle;
    }
}
