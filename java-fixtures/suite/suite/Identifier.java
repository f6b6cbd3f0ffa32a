package suite;

/** Checks names and versions as a parser does. */
public class Identifier {
    public static boolean isIdentifier(String text) {
        if (text == null || text.isEmpty()) {
            return false;
        }
        char first = text.charAt(0);
        if (!(first >= 'a' && first <= 'z' || first == '_')) {
            return false;
        }
        for (int at = 1; at < text.length(); at++) {
            char next = text.charAt(at);
            if (!(next >= 'a' && next <= 'z' || next >= '0' && next <= '9' || next == '_')) {
                return false;
            }
        }
        return true;
    }

    public static String initials(String first, String last) {
        if (first.isEmpty() || last.isEmpty()) {
            return "?";
        }
        return first.charAt(0) + "." + last.charAt(0) + ".";
    }
}
