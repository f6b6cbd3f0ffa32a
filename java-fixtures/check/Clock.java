// Time of day by hand.
package check;

public class Clock {
    private final int minutes;

    public Clock(int hour, int minute) {
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            throw new IllegalArgumentException("time");
        }
        minutes = hour * 60 + minute;
    }

    public int hourAfterBad(int more) {
        int hour = (minutes + more) / 60 % 24;
        assert hour >= 0 && hour < 24;
        return hour;
    }

    public int hourAfterOk(int more) {
        int hour = (int) Math.floorMod((long) minutes + more, 1440L) / 60;
        assert hour >= 0 && hour < 24;
        return hour;
    }
}
