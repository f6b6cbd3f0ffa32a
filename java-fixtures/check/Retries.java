// Wraps what fails, and loses the cause.
package check;

public class Retries {
    private static int attempt(int number, int failing) {
        if (number < failing) {
            throw new IllegalStateException("attempt " + number);
        }
        return number;
    }

    public static int retryBad(int failing) {
        RuntimeException last = null;
        for (int number = 0; number < 3; number++) {
            try {
                return attempt(number, failing);
            } catch (IllegalStateException exception) {
                last = new IllegalStateException(exception.getMessage());
            }
        }
        return last.getCause().getMessage().length();
    }

    public static int retryOk(int failing) {
        RuntimeException last = null;
        for (int number = 0; number < 3; number++) {
            try {
                return attempt(number, failing);
            } catch (IllegalStateException exception) {
                last = new IllegalStateException(exception.getMessage(), exception);
            }
        }
        return last.getCause().getMessage().length();
    }
}
