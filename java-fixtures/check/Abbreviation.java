// Shortens a text to a width.
package check;

public class Abbreviation {
    public static String shortenBad(String text, int width) {
        if (text == null || width < 3) {
            return "...";
        }
        return text.substring(0, width - 3) + "...";
    }

    public static String shortenOk(String text, int width) {
        if (text == null || width < 3) {
            return "...";
        }
        return text.length() <= width ? text : text.substring(0, width - 3) + "...";
    }
}
