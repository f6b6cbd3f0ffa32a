package enum_public_field;

public class P {
    public enum Mode {
        FAST, SAFE;
        public int retries = 3;
        public final int code = 7;
    }

    public static int retriesBad() { return 12 / Mode.SAFE.retries; }

    public static int codeOk() { return 12 / Mode.FAST.code; }
}
