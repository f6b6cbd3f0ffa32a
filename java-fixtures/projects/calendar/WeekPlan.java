package calendar;

import java.time.DayOfWeek;

/** How many hours are worked on each day of a week. */
public final class WeekPlan {
    private final int[] hours;

    public WeekPlan(int[] hours) {
        if (hours == null || hours.length != 7) {
            throw new IllegalArgumentException("a week has seven days");
        }
        int sum = 0;
        for (int each : hours) {
            if (each < 0 || each > 24) {
                throw new IllegalArgumentException("hours " + each);
            }
            sum += each;
        }
        if (sum == 0) {
            throw new IllegalArgumentException("nothing to do");
        }
        this.hours = hours;
    }

    public int total() {
        int total = 0;
        for (int each : hours) {
            total += each;
        }
        return total;
    }

    public int percentOn(DayOfWeek day) {
        if (day == null) {
            return 0;
        }
        return 100 * hours[day.ordinal()] / total();
    }

    public int onWeekend() {
        return hours[5] + hours[6];
    }
}
