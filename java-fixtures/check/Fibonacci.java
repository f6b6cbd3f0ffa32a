// Remembers what it has computed.
package check;

public class Fibonacci {
    private final long[] known = new long[32];

    public long numberBad(int n) {
        if (n >= known.length) {
            throw new IllegalArgumentException("too large");
        }
        if (n == 0 || n == 1) {
            return n;
        }
        if (known[n] == 0) {
            known[n] = numberBad(n - 1) + numberBad(n - 2);
        }
        return known[n];
    }

    public long numberOk(int n) {
        if (n < 0 || n >= known.length) {
            throw new IllegalArgumentException("out of range");
        }
        if (n <= 1) {
            return n;
        }
        if (known[n] == 0) {
            known[n] = numberOk(n - 1) + numberOk(n - 2);
        }
        return known[n];
    }
}
