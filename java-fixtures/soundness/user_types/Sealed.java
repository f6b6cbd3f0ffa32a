package user_types;

/** Records behind a sealed interface, itself behind a type of the JDK. */
public class Sealed {
    public sealed interface Shape extends Comparable<Shape> permits Square, Circle {
        int area();

        @Override
        default int compareTo(Shape other) {
            return Integer.compare(area(), other.area());
        }
    }

    public record Square(int side) implements Shape {
        public int area() {
            return side * side;
        }
    }

    public record Circle(int radius) implements Shape {
        public Circle {
            if (radius < 0 || radius > 100) {
                throw new IllegalArgumentException();
            }
        }

        public int area() {
            return 3 * radius * radius;
        }
    }

    public static void shapeBad(Object candidate) {
        if (candidate instanceof Shape shape && shape.area() == 48) {
            throw new IllegalStateException();
        }
    }

    public static void comparableBad(Comparable<?> candidate) {
        if (candidate instanceof Circle circle && circle.radius() == 9) {
            throw new IllegalStateException();
        }
    }

    public static void recordBad(Record candidate) {
        if (candidate instanceof Square square) {
            assert square.side() != -4;
        }
    }

    public static void circleOk(Object candidate) {
        if (candidate instanceof Circle circle) {
            assert circle.radius() >= 0 && circle.radius() <= 100;
        }
    }
}
