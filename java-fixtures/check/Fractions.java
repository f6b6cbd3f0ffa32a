// Recursion: the greatest common divisor.
package check;

public class Fractions {
    private static int divisor(int a, int b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    public static int reducedBad(int numerator, int denominator) {
        return numerator / divisor(numerator, denominator);
    }

    public static int reducedOk(int numerator, int denominator) {
        if (denominator == 0) {
            throw new IllegalArgumentException("denominator");
        }
        return numerator / divisor(numerator, denominator);
    }

    public static int choose(int n, int k) {
        if (k < 0 || k > n || n > 20) {
            return 0;
        }
        return k == 0 || k == n ? 1 : choose(n - 1, k - 1) + choose(n - 1, k);
    }
}
