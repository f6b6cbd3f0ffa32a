// Casts of shapes to the shape that they are not.
package check;

public class Areas {
    public sealed interface Shape permits Circle, Square {}

    public record Circle(int radius) implements Shape {}

    public record Square(int side) implements Shape {}

    public static int radiusBad(Shape shape) {
        if (shape == null) {
            return 0;
        }
        return ((Circle) shape).radius();
    }

    public static int radiusOk(Shape shape) {
        return shape instanceof Circle circle ? circle.radius() : 0;
    }
}
