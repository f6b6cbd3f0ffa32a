// An array for the part between two positions.
package check;

public class Slices {
    public static int[] roomBad(int from, int to) {
        return new int[to - from];
    }

    public static int[] roomOk(int from, int to) {
        if (from < 0 || to < from) {
            return new int[0];
        }
        return new int[Math.min(to - from, 64)];
    }

    public static boolean[][] gridBad(int rows, int columns) {
        if (rows > 10 || columns < 0 || columns > 10) {
            throw new IllegalArgumentException("grid");
        }
        return new boolean[rows][columns];
    }
}
