// The largest of the numbers that a stream lets through.
package check;

import java.util.stream.IntStream;

public class Maxima {
    public static int largestPositiveBad(int first, int second) {
        return IntStream.of(first, second).filter(number -> number > 0).max().getAsInt();
    }

    public static int largestPositiveOk(int first, int second) {
        return IntStream.of(first, second).filter(number -> number > 0).max().orElse(0);
    }
}
