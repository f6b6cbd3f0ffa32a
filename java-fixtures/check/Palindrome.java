// Compares a text with itself from behind.
package check;

public class Palindrome {
    public static boolean isPalindromeBad(String text) {
        if (text == null) {
            return false;
        }
        for (int i = 0; i < text.length() / 2; i++) {
            if (text.charAt(i) != text.charAt(text.length() - i)) {
                return false;
            }
        }
        return true;
    }

    public static boolean isPalindromeOk(String text) {
        if (text == null) {
            return false;
        }
        for (int i = 0; i < text.length() / 2; i++) {
            if (text.charAt(i) != text.charAt(text.length() - 1 - i)) {
                return false;
            }
        }
        return true;
    }
}
