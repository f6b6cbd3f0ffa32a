// Turns the digits of a number around.
package check;

public class ReversedDigits {
    public static int reversedBad(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("number");
        }
        int reversed = 0;
        for (int rest = number; rest > 0; rest /= 10) {
            reversed = reversed * 10 + rest % 10;
        }
        assert reversed >= 0;
        return reversed;
    }

    public static long reversedOk(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("number");
        }
        long reversed = 0;
        for (int rest = number; rest > 0; rest /= 10) {
            reversed = reversed * 10 + rest % 10;
        }
        assert reversed >= 0;
        return reversed;
    }
}
