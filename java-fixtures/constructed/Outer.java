// An inner class needs its outer instance; a hidden class cannot be made by callers, and a factory can stand for a constructor.
package constructed;

public class Outer {
    private final int base;

    Outer(int base) {
        this.base = base;
    }

    public static int total(Inner inner) {
        return inner.total();
    }

    public static int unhide(Hidden hidden) {
        return hidden == null ? 0 : 1;
    }

    public static int celsius(Temperature temperature) {
        return 1000 / temperature.degrees;
    }

    public class Inner {
        private final int offset;

        public Inner(int offset) {
            this.offset = offset;
        }

        int total() {
            return base + offset;
        }
    }

    private static class Hidden {}

    public static final class Temperature {
        private final int degrees;

        private Temperature(int degrees) {
            this.degrees = degrees;
        }

        public static Temperature of(int degrees) {
            return degrees < 1 ? null : new Temperature(degrees);
        }
    }
}
