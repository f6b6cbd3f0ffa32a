package init_fails_when_set;

public class P {
    static int divisor = 2;
    static class Ratio { static int half = 10 / divisor; static int get() { return half; } }
    static class Fixed { static int half = 10 / 2; static int get() { return half; } }

    public static void set(int to) { divisor = to; }

    public static int ratioBad() { return Ratio.get(); }

    public static int fixedOk() { return Fixed.get(); }
}
