// A String parameter with equals, contains and charAt.
package check;

public class TrackerStrings {
    public static int equalsBad(String command) {
        if ("stop".equals(command)) {
            throw new IllegalStateException("stopped");
        }
        return 0;
    }

    public static int containsBad(String text) {
        if (text != null && text.contains("ab") && text.contains("bc") && text.length() < 4) {
            throw new IllegalStateException("both");
        }
        return 0;
    }

    public static int charAtBad(String text) {
        if (text != null && text.length() == 3 && text.charAt(0) == 'x' && text.charAt(2) == text.charAt(1)) {
            throw new IllegalStateException("found");
        }
        return 0;
    }

    public static int mixedBad(String text) {
        if (text != null && text.startsWith("id-") && !text.endsWith("x") && text.length() > 4
                && text.charAt(4) == 'q') {
            throw new IllegalStateException("found");
        }
        return 0;
    }

    public static int equalsOk(String text) {
        if ("abc".equals(text) && text.length() != 3) {
            throw new IllegalStateException("never");
        }
        return 0;
    }

    public static int charAtOk(String text) {
        if (text == null || text.length() != 2) {
            return 0;
        }
        return text.charAt(0) + text.charAt(1);
    }

    public static int containsOk(String text) {
        if (text != null && text.contains("abc") && !text.contains("b")) {
            throw new IllegalStateException("never");
        }
        return 0;
    }
}
