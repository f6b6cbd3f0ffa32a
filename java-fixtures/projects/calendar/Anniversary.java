package calendar;

import java.time.LocalDate;
import java.time.Period;
import java.util.Objects;

/** A day that returns each year. */
public final class Anniversary {
    private final LocalDate first;

    public Anniversary(LocalDate first) {
        this.first = Objects.requireNonNull(first);
    }

    public LocalDate inYear(int year) {
        if (year < first.getYear() || year > 9999) {
            throw new IllegalArgumentException("year " + year);
        }
        return LocalDate.of(year, first.getMonthValue(), first.getDayOfMonth());
    }

    public int month() {
        int month = first.getMonthValue();
        assert month >= 1 && month <= 12;
        return month;
    }

    public boolean isLeapDay() {
        return first.getMonthValue() == 2 && first.getDayOfMonth() == 29;
    }
}
