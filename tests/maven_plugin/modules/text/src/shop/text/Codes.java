package shop.text;

/** Codes of articles. */
public final class Codes {
    private Codes() {}

    /** The number of a code that has one, and otherwise 0. */
    public static int number(int code) {
        return code > 0 && code < 1000 ? code : 0;
    }
}
