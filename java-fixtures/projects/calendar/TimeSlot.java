package calendar;

/** A part of a day, in minutes since midnight. */
public record TimeSlot(int start, int end) {
    public TimeSlot {
        if (start < 0 || end > 24 * 60 || start >= end) {
            throw new IllegalArgumentException(start + " to " + end);
        }
    }

    public int minutes() {
        int minutes = end - start;
        assert minutes > 0 && minutes <= 1440;
        return minutes;
    }

    public boolean overlaps(TimeSlot other) {
        return other != null && start < other.end && other.start < end;
    }
}
