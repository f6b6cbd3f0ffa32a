// Every class that implements an interface, each by its own constructors.
package constructed;

public interface Shape {
    int area();

    static int areaOf(Shape shape) {
        return shape.area();
    }

    static int perArea(Shape shape) {
        return 100 / shape.area();
    }

    record Square(int side) implements Shape {
        public Square {
            if (side < 1 || side > 100) {
                throw new IllegalArgumentException();
            }
        }

        public int area() {
            return side * side;
        }
    }

    class Strip implements Shape {
        protected final int length;

        Strip(int length) {
            this.length = length < 1 ? 1 : length > 50 ? 50 : length;
        }

        public int area() {
            return length;
        }
    }

    class Wide extends Strip {
        public final Shape inner;

        public Wide(Shape inner) {
            super(inner.area());
            this.inner = inner;
        }

        @Override
        public int area() {
            return 2 * length;
        }
    }

    enum Fixed implements Shape {
        NOTHING,
        UNIT;

        public int area() {
            return ordinal();
        }
    }
}
