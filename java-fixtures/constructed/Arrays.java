// Arrays are arguments of constructors and hold what callers make.
package constructed;

public class Arrays {
    private final int[] copy;
    private final Span first;

    public Arrays(int[] numbers, Span[] spans) {
        copy = new int[numbers.length];
        for (int i = 0; i < numbers.length && i < 2; i++) {
            copy[i] = numbers[i];
        }
        first = spans[0];
    }

    public int firstNumber() {
        return copy[0];
    }

    public int firstWidth() {
        return first.width();
    }

    public static int widthAt(Span[] spans, int index) {
        return spans[index].width();
    }
}
