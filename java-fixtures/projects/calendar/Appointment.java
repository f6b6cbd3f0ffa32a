package calendar;

import java.time.LocalDate;
import java.util.Objects;

/** Something that takes place on a day. */
public record Appointment(LocalDate day, TimeSlot slot, String title) {
    public Appointment {
        Objects.requireNonNull(day);
        Objects.requireNonNull(slot);
        title = title == null ? "" : title.strip();
    }

    public boolean isUntitled() {
        return title.isEmpty();
    }

    public boolean isLong() {
        return slot.minutes() > 120;
    }
}
