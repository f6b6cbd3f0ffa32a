// A number that a user typed.
package check;

public class PortNumber {
    public static int parseBad(String text) {
        if (text == null) {
            return 80;
        }
        return Integer.parseInt(text);
    }

    public static int parseOk(String text) {
        if (text == null) {
            return 80;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException exception) {
            return -1;
        }
    }
}
