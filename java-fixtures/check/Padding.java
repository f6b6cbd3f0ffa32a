// Pads a text to a width.
package check;

public class Padding {
    public static String leftBad(String text, int width) {
        if (text == null || width < 0 || width > 20) {
            return "";
        }
        return " ".repeat(width - text.length()) + text;
    }

    public static String leftOk(String text, int width) {
        if (text == null || width < 0 || width > 20) {
            return "";
        }
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
