// Names of the days, counted from today in both directions.
package check;

public class Weekday {
    private static final String[] NAMES = {
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"
    };

    public static String nameBad(int daysFromMonday) {
        return NAMES[daysFromMonday % NAMES.length];
    }

    public static String nameOk(int daysFromMonday) {
        int day = daysFromMonday % NAMES.length;
        return NAMES[day < 0 ? day + NAMES.length : day];
    }
}
