// A quotient of integers that is zero before it divides.
package check;

public class AspectRatio {
    public static int heightBad(int width, int height, int target) {
        if (width <= 0 || height <= 0 || target < 0) {
            throw new IllegalArgumentException("size");
        }
        int ratio = width / height;
        return target / ratio;
    }

    public static long heightOk(int width, int height, int target) {
        if (width <= 0 || height <= 0 || target < 0) {
            throw new IllegalArgumentException("size");
        }
        return (long) target * height / width;
    }
}
