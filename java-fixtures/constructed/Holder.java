// Objects that a constructor makes, and that callers may replace or leave.
package constructed;

public class Holder {
    public Part part = new Part(3);
    public Part other;
    protected int[] numbers = {1, 2};
    private final Part hidden = new Part(4);
    long stamp;

    public Holder() {}

    public int sizeOfPart() {
        return part.size;
    }

    public boolean isOneAndTheSame() {
        return part == other;
    }

    public int hiddenSize() {
        return 12 / (hidden.size - 3);
    }

    public int firstNumber() {
        return numbers[0];
    }

    public long stamped() {
        return 60 / stamp;
    }

    public static class Part {
        final int size;

        Part(int size) {
            this.size = size;
        }
    }
}
