package enum_array_field;

public class P {
    public enum Level {
        LOW(1, 2), HIGH(8, 9);
        private final int[] limits;
        Level(int... limits) { this.limits = limits; }
        int first() { return limits[0]; }
        int[] all() { return limits; }
    }

    public enum Fixed {
        ONE(1), TWO(2);
        private final int[] weights;
        Fixed(int... weights) { this.weights = weights; }
        int weight() { return weights[0]; }
    }

    public static int[] limits() { return Level.HIGH.all(); }

    public static void firstBad() { assert Level.HIGH.first() == 8; }

    public static void weightOk() { assert Fixed.TWO.weight() == 2; }
}
