package suite;

/** Days between two days of one year, in the Gregorian calendar. */
public class Calendar {
    public static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public static int daysIn(int month, int year) {
        switch (month) {
            case 2:
                return isLeap(year) ? 29 : 28;
            case 4:
            case 6:
            case 9:
            case 11:
                return 30;
            default:
                if (month < 1 || month > 12) {
                    throw new IllegalArgumentException("month " + month);
                }
                return 31;
        }
    }

    public static int between(int month1, int day1, int month2, int day2, int year) {
        if (month1 == month2) {
            return day2 - day1;
        }
        int days = day2 + daysIn(month1, year) - day1;
        for (int month = month1 + 1; month < month2; month++) {
            days += daysIn(month, year);
        }
        return days;
    }
}
