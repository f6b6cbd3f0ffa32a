// Run-length coding: a digit and the character that it repeats.
package check;

public class RunLengths {
    public static String decodeBad(String code) {
        if (code == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < code.length(); i += 2) {
            int count = code.charAt(i) - '0';
            for (int repeat = 0; repeat < count && repeat < 9; repeat++) {
                text.append(code.charAt(i + 1));
            }
        }
        return text.toString();
    }

    public static String decodeOk(String code) {
        if (code == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i + 1 < code.length(); i += 2) {
            int count = code.charAt(i) - '0';
            for (int repeat = 0; repeat < count && repeat < 9; repeat++) {
                text.append(code.charAt(i + 1));
            }
        }
        return text.toString();
    }
}
