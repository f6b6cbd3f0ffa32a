// Record patterns, one within the other.
package check;

public class Segments {
    public record Point(int x, int y) {}

    public record Segment(Point from, Point to) {}

    public static int slopeBad(Object shape) {
        if (shape instanceof Segment(Point(int x1, int y1), Point(int x2, int y2))) {
            return (y2 - y1) / (x2 - x1);
        }
        return 0;
    }

    public static int slopeOk(Object shape) {
        if (shape instanceof Segment(Point(int x1, int y1), Point(int x2, int y2)) && x1 != x2) {
            return (y2 - y1) / (x2 - x1);
        }
        return 0;
    }
}
