// The number of days of a month; a break is missing in one of them.
package check;

public class MonthLength {
    public static int daysBad(int month, boolean leap) {
        int days;
        switch (month) {
            case 4: case 6: case 9: case 11:
                days = 30;
                break;
            case 2:
                days = leap ? 29 : 28;
            default:
                days = 31;
        }
        assert month != 2 || days < 30;
        return days;
    }

    public static int daysOk(int month, boolean leap) {
        int days;
        switch (month) {
            case 4: case 6: case 9: case 11:
                days = 30;
                break;
            case 2:
                days = leap ? 29 : 28;
                break;
            default:
                days = 31;
        }
        assert month != 2 || days < 30;
        return days;
    }
}
