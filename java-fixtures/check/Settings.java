// A static initialiser that runs before what it needs.
package check;

public class Settings {
    private static final class Early {
        private static final Early INSTANCE = new Early();
        private static final int[] LIMITS = {10, 20, 30};

        private final int highest = LIMITS[LIMITS.length - 1];
    }

    private static final class Late {
        private static final int[] LIMITS = {10, 20, 30};
        private static final Late INSTANCE = new Late();

        private final int highest = LIMITS[LIMITS.length - 1];
    }

    public static int highestBad() {
        return Early.INSTANCE.highest;
    }

    public static int highestOk() {
        return Late.INSTANCE.highest;
    }
}
