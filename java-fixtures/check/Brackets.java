// Whether brackets close in the order in which they open.
package check;

public class Brackets {
    public static boolean balancedBad(String text) {
        char[] open = new char[4];
        int depth = 0;
        for (int i = 0; text != null && i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '(') {
                open[depth++] = letter;
            } else if (letter == ')' && open[--depth] != '(') {
                return false;
            }
        }
        return depth == 0;
    }

    public static boolean balancedOk(String text) {
        int depth = 0;
        for (int i = 0; text != null && i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '(') {
                depth++;
            } else if (letter == ')' && --depth < 0) {
                return false;
            }
        }
        return depth == 0;
    }
}
