// Equality of points.
package check;

public class PointOk {
    private final int x;
    private final int y;

    public PointOk(int x, int y) {
        this.x = x;
        this.y = y;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PointOk point && point.x == x && point.y == y;
    }

    @Override
    public int hashCode() {
        return 31 * x + y;
    }
}
