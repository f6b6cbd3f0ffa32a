// Copies of parts of arrays.
package check;

import java.util.Arrays;

public class Tails {
    public static int[] afterBad(int[] values, int from) {
        if (values == null || from < 0) {
            return new int[0];
        }
        return Arrays.copyOfRange(values, from, values.length);
    }

    public static int[] afterOk(int[] values, int from) {
        if (values == null || from < 0 || from > values.length) {
            return new int[0];
        }
        return Arrays.copyOfRange(values, from, values.length);
    }

    public static int[] joinBad(int[] left, int[] right) {
        if (left == null || right == null) {
            return new int[0];
        }
        int[] joined = new int[left.length];
        System.arraycopy(left, 0, joined, 0, left.length);
        System.arraycopy(right, 0, joined, left.length, right.length);
        return joined;
    }

    public static int[] joinOk(int[] left, int[] right) {
        if (left == null || right == null || left.length > 1000 || right.length > 1000) {
            return new int[0];
        }
        int[] joined = new int[left.length + right.length];
        System.arraycopy(left, 0, joined, 0, left.length);
        System.arraycopy(right, 0, joined, left.length, right.length);
        return joined;
    }
}
