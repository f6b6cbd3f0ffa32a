package init_fails_for_others;

public class P {
    static class Broken {
        static int value = Integer.parseInt("x");
        static int get() { return value; }
    }
    static class Sound { static int value = Integer.parseInt("7"); static int get() { return value; } }

    public static void touch() { try { Broken.get(); } catch (ExceptionInInitializerError e) { } }

    public static void caughtBad() { try { Broken.get(); } catch (ExceptionInInitializerError e) { } }

    public static int soundOk() { return Sound.get(); }
}
