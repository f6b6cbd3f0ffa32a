package init_writes_other;

public class P {
    static int level = 1;
    static class Raise { static { level = 5; } static void touch() { } }

    public static void raise() { Raise.touch(); }

    public static void lower() { level = 1; }

    public static void levelBad() { assert level == 1; Raise.touch(); }

    public static void touchBad() { Raise.touch(); assert level == 5; }

    public static void setOk() { level = 2; assert level == 2; }
}
