package reach;

/** {@link Hwm} over a String, by its characters. */
public final class HwmString {
    private HwmString() {}

    public static void main(String text) {
        if (contains(text, "Hello") && contains(text, "world") && contains(text, "at")
                && contains(text, "Microsoft!")) {
            assert false;
        }
    }

    static boolean contains(String text, String word) {
        for (int start = 0; start + word.length() <= text.length(); start++) {
            if (containsAt(text, start, word)) {
                return true;
            }
        }
        return false;
    }

    static boolean containsAt(String text, int start, String word) {
        for (int at = 0; at < word.length(); at++) {
            if (text.charAt(start + at) != word.charAt(at)) {
                return false;
            }
        }
        return true;
    }
}
