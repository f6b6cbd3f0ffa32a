// A return in a finally block swallows what was thrown.
package check;

public class ShadowingFinally {
    @SuppressWarnings("finally")
    private static int positiveShadowed(int count) {
        try {
            if (count <= 0) {
                throw new IllegalArgumentException("count");
            }
            return count;
        } finally {
            if (count < 10) {
                return count;
            }
        }
    }

    private static int positive(int count) {
        if (count <= 0) {
            throw new IllegalArgumentException("count");
        }
        return count;
    }

    public static int shareBad(int total, int count) {
        return total / positiveShadowed(count);
    }

    public static int shareOk(int total, int count) {
        return total / positive(count);
    }
}
