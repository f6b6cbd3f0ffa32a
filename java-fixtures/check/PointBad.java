// Equality that takes every object for a point.
package check;

public class PointBad {
    private final int x;
    private final int y;

    public PointBad(int x, int y) {
        this.x = x;
        this.y = y;
    }

    @Override
    public boolean equals(Object other) {
        PointBad point = (PointBad) other;
        return point.x == x && point.y == y;
    }

    @Override
    public int hashCode() {
        return 31 * x + y;
    }
}
