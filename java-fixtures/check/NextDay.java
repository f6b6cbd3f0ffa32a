// The day after a date, by hand.
package check;

public class NextDay {
    private static final int[] LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private static void check(int month, int day) {
        if (month < 1 || month > 12 || day < 1 || day > LENGTHS[month - 1]) {
            throw new IllegalArgumentException("not a date");
        }
    }

    public static int afterBad(int month, int day) {
        check(month, day);
        if (day < LENGTHS[month - 1]) {
            return month * 100 + day + 1;
        }
        int next = month + 1;
        return next * 100 + Math.min(1, LENGTHS[next - 1]);
    }

    public static int afterOk(int month, int day) {
        check(month, day);
        if (day < LENGTHS[month - 1]) {
            return month * 100 + day + 1;
        }
        int next = month % 12 + 1;
        return next * 100 + Math.min(1, LENGTHS[next - 1]);
    }
}
