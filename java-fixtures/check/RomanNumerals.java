// Reads and writes Roman numbers.
package check;

public class RomanNumerals {
    private static final String[] THOUSANDS = {"", "M", "MM", "MMM"};

    private static int value(char letter) {
        return switch (letter) {
            case 'I' -> 1;
            case 'V' -> 5;
            case 'X' -> 10;
            default -> 0;
        };
    }

    public static int parseBad(String text) {
        if (text == null) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i < text.length(); i++) {
            int value = value(text.charAt(i));
            sum += value < value(text.charAt(i + 1)) ? -value : value;
        }
        return sum;
    }

    public static int parseOk(String text) {
        if (text == null) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i < text.length(); i++) {
            int value = value(text.charAt(i));
            boolean before = i + 1 < text.length() && value < value(text.charAt(i + 1));
            sum += before ? -value : value;
        }
        return sum;
    }

    public static String thousandsBad(int number) {
        return number < 0 ? "" : THOUSANDS[number / 1000];
    }

    public static String thousandsOk(int number) {
        return number < 0 || number >= 4000 ? "" : THOUSANDS[number / 1000];
    }
}
