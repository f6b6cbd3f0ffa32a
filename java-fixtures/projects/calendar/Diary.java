package calendar;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The appointments of each day. */
public class Diary {
    private final Map<LocalDate, List<Appointment>> days = new TreeMap<>();
    private int booked;

    public boolean book(Appointment appointment) {
        List<Appointment> others = days.computeIfAbsent(appointment.day(), day -> new ArrayList<>());
        if (others.stream().anyMatch(other -> other.slot().overlaps(appointment.slot()))) {
            return false;
        }
        others.add(appointment);
        booked++;
        return true;
    }

    public void cancelAll(LocalDate day) {
        List<Appointment> cancelled = days.get(day);
        if (cancelled != null) {
            booked -= cancelled.size();
            cancelled.clear();
        }
    }

    public Appointment firstOf(LocalDate day) {
        if (day == null || !days.containsKey(day)) {
            return null;
        }
        return days.get(day).get(0);
    }

    public int booked() {
        return booked;
    }
}
