package static_final_builder_param;

public class P {
    private static final StringBuilder LOG = new StringBuilder("x");
    private static final StringBuilder QUIET = new StringBuilder("x");

    static void write(StringBuilder to, String text) { to.append(text); }

    public static void log() { write(LOG, "y"); }

    public static void shortBad() { assert LOG.length() == 1; }

    public static void quietOk() { assert QUIET.length() == 1; }
}
