// Finds the end of a quoted string.
package check;

public class Tokenizer {
    public static int closingBad(String line) {
        if (line == null || line.isEmpty() || line.charAt(0) != '"') {
            return -1;
        }
        int position = 1;
        while (line.charAt(position) != '"') {
            position++;
        }
        return position;
    }

    public static int closingOk(String line) {
        if (line == null || line.isEmpty() || line.charAt(0) != '"') {
            return -1;
        }
        int position = 1;
        while (position < line.length() && line.charAt(position) != '"') {
            position++;
        }
        return position < line.length() ? position : -1;
    }
}
