// The position of the highest bit, as an index.
package check;

public class Logarithm {
    private static final int[] SIZES = new int[32];

    public static int sizeBad(int value) {
        return SIZES[31 - Integer.numberOfLeadingZeros(value)];
    }

    public static int sizeOk(int value) {
        return value == 0 ? 0 : SIZES[31 - Integer.numberOfLeadingZeros(value)];
    }

    public static int averageOk(int left, int right) {
        int average = (left & right) + ((left ^ right) >> 1);
        assert average == (int) (((long) left + right) >> 1);
        return average;
    }

    public static boolean powerOfTwoBad(int value) {
        boolean power = (value & (value - 1)) == 0;
        assert !power || value > 0;
        return power;
    }
}
