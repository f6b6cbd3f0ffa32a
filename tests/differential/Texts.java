// What generated methods with texts share.
package generated;

public class Texts {
    private static final String[] POOL = {"", "a", "ab", "abc", "b,c", "  x ", "-12", "\u00e9\uffff", "aXbX", "hello, world"};

    static String text(int first, int second) {
        String text = POOL[(first & 0x7fffffff) % POOL.length];
        return (second & 7) == 0 ? null : (second & 1) == 0 ? text + (char) ('a' + (second & 15)) : text;
    }

    static String sure(String text) {
        return text == null ? "" : text;
    }

    static char at(String text, int index) {
        return text == null || text.isEmpty() ? '?' : text.charAt((index & 0x7fffffff) % text.length());
    }

    static String part(String text, int from, int to) {
        int begin = Math.min(Math.max(from, 0), text.length());
        return text.substring(begin, Math.max(begin, Math.min(to, text.length())));
    }

    static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException exception) {
            return -7;
        }
    }

    static String cut(String text) {
        return text == null || text.length() <= 24 ? text : text.substring(0, 24);
    }

    static int mix(String text) {
        int mixed = 7;
        for (int i = 0; text != null && i < text.length(); i++) {
            mixed = mixed * 31 + text.charAt(i);
        }
        return text == null ? -1 : mixed;
    }
}
