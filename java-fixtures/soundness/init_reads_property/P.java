package init_reads_property;

public class P {
    static String mode = "plain";
    static class Config {
        static final boolean LOUD = mode.equals("loud");
        static boolean loud() { return LOUD; }
    }
    static class Constant {
        static final int SIZE = Math.max(3, 4);
        static int size() { return SIZE; }
    }

    public static void loud() { mode = "loud"; }

    public static void quietBad() { assert !Config.loud(); }

    public static void constantOk() { assert Constant.size() == 4; }
}
