// Streams, lambdas and method references.
package check;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class Multiples {
    private static int fold(int[] values, int start, IntBinaryOperator operator) {
        int result = start;
        for (int value : values) {
            result = operator.applyAsInt(result, value);
        }
        return result;
    }

    public static int remaindersBad(int first, int second) {
        return fold(new int[] {first, second}, 100, (left, right) -> left % right);
    }

    public static int remaindersOk(int first, int second) {
        return fold(new int[] {first, second}, 100, (left, right) -> right == 0 ? left : left % right);
    }

    public static int largestOk(int first, int second) {
        int largest = fold(new int[] {first, second}, Integer.MIN_VALUE, Math::max);
        assert largest >= first && largest >= second;
        return largest;
    }

    public static int inverseBad(int scale) {
        IntUnaryOperator inverse = value -> scale / value;
        return Arrays.stream(new int[] {2, 1, 0}).map(inverse).sum();
    }
}
