// Calendars of the clock's time, in a zone of the caller's.
package check;

import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

public class Calendars {
    public static Calendar madeBad(TimeZone zone) {
        return new GregorianCalendar(zone, Locale.US);
    }

    public static Calendar madeOk(boolean inUtc) {
        return new GregorianCalendar(inUtc ? TimeZone.getTimeZone("UTC") : TimeZone.getDefault(), Locale.US);
    }

    public static int ownBad() {
        return new GregorianCalendar(new Unset(), Locale.US).get(Calendar.YEAR);
    }

    private static class Unset extends TimeZone {
        @Override
        public int getOffset(int era, int year, int month, int day, int dayOfWeek, int milliseconds) {
            return 0;
        }

        @Override
        public int getOffset(long date) {
            throw new IllegalStateException("unset");
        }

        @Override
        public void setRawOffset(int offset) {
        }

        @Override
        public int getRawOffset() {
            return 0;
        }

        @Override
        public boolean useDaylightTime() {
            return false;
        }

        @Override
        public boolean inDaylightTime(java.util.Date date) {
            return false;
        }
    }
}
