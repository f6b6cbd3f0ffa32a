// The number of a day in its year, by a table of the days before each month.
package check;

public class DayOfYear {
    private static final int[] BEFORE = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

    private static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public static int numberBad(int year, int month, int day) {
        if (month < 1 || month > 12 || day < 1 || day > 31) {
            throw new IllegalArgumentException("not a date");
        }
        return BEFORE[month] + day + (isLeap(year) && month > 2 ? 1 : 0);
    }

    public static int numberOk(int year, int month, int day) {
        if (month < 1 || month > 12 || day < 1 || day > 31) {
            throw new IllegalArgumentException("not a date");
        }
        return BEFORE[month - 1] + day + (isLeap(year) && month > 2 ? 1 : 0);
    }
}
