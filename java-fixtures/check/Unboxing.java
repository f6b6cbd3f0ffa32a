// A conditional expression that unboxes what it need not.
package check;

public class Unboxing {
    public static Integer chosenBad(boolean useDefault, Integer stored) {
        return useDefault ? 0 : stored;
    }

    public static Integer chosenOk(boolean useDefault, Integer stored) {
        return useDefault ? Integer.valueOf(0) : stored;
    }

    public static long totalBad(Long first, Long second) {
        return first == null ? second : second == null ? first : first + second;
    }

    public static long totalOk(Long first, Long second) {
        return (first == null ? 0 : first) + (second == null ? 0 : second);
    }
}
