package reach;

/** The target needs a certain class of the receiver. */
public final class Shapes {
    /** Something with an area. */
    public interface Shape {
        int area(int side);
    }

    /** A square. */
    public static final class Square implements Shape {
        @Override
        public int area(int side) {
            return side > 0 && side < 1000 ? side * side : 0;
        }
    }

    /** A pair of squares. */
    public static final class Pair implements Shape {
        @Override
        public int area(int side) {
            return side > 0 && side < 1000 ? 2 * side * side : 0;
        }
    }

    private Shapes() {}

    public static void main(Shape shape, int side) {
        if (shape.area(side) == 98) {
            assert false;
        }
    }
}
