package hotel;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** From the day of arrival to the day of departure. */
public final class Stay {
    private final LocalDate arrival;
    private final LocalDate departure;

    public Stay(LocalDate arrival, LocalDate departure) {
        if (!arrival.isBefore(departure)) {
            throw new IllegalArgumentException("departure before arrival");
        }
        this.arrival = arrival;
        this.departure = departure;
    }

    public long nights() {
        return ChronoUnit.DAYS.between(arrival, departure);
    }

    public int arrivalMonth() {
        return arrival.getMonthValue();
    }

    public LocalDate invitationDay() {
        return LocalDate.of(arrival.getYear() + 1, arrival.getMonth(), arrival.getDayOfMonth());
    }

    public boolean overlaps(Stay other) {
        return arrival.isBefore(other.departure) && other.arrival.isBefore(departure);
    }
}
