// Days to milliseconds.
package check;

public class Timeout {
    public static long millisBad(int days) {
        if (days < 0 || days > 365) {
            throw new IllegalArgumentException("days");
        }
        long millis = days * 24 * 60 * 60 * 1000;
        assert millis >= 0;
        return millis;
    }

    public static long millisOk(int days) {
        if (days < 0 || days > 365) {
            throw new IllegalArgumentException("days");
        }
        long millis = days * 24L * 60 * 60 * 1000;
        assert millis >= 0;
        return millis;
    }
}
