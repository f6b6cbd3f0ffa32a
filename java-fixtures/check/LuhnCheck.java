// A checksum over digits by a table.
package check;

public class LuhnCheck {
    private static final int[] DOUBLED = {0, 2, 4, 6, 8, 1, 3, 5, 7, 9};

    public static boolean validBad(String number) {
        if (number == null) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < number.length(); i++) {
            int digit = number.charAt(i) - '0';
            sum += i % 2 == 0 ? DOUBLED[digit] : digit;
        }
        return sum % 10 == 0;
    }

    public static boolean validOk(String number) {
        if (number == null) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < number.length(); i++) {
            int digit = number.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            sum += i % 2 == 0 ? DOUBLED[digit] : digit;
        }
        return sum % 10 == 0;
    }
}
