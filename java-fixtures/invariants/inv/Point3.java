package inv;

/** A record with a checked constructor. */
public record Point3(int x, int y) {
    public Point3 {
        if (x < 0 || y < 0) {
            throw new IllegalArgumentException();
        }
    }

    public void positiveOk() {
        assert x >= 0 && y >= 0;
    }

    public void apartBad() {
        assert x != y;
    }
}
