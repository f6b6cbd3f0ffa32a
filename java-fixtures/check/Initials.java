// The first letter of a name.
package check;

public class Initials {
    public static char initialBad(String name) {
        if (name == null) {
            return '?';
        }
        return name.charAt(0);
    }

    public static char initialOk(String name) {
        if (name == null || name.isEmpty()) {
            return '?';
        }
        return name.charAt(0);
    }

    public static String secondWordBad(String text) {
        if (text == null) {
            return "";
        }
        return text.substring(text.indexOf(' ') + 1, text.indexOf('.'));
    }
}
