package calendar;

/** When to ring before an appointment. */
public final class Reminder {
    private final int minutesBefore;
    private final int interval;

    private Reminder(int minutesBefore, int interval) {
        this.minutesBefore = minutesBefore;
        this.interval = interval;
    }

    public static Builder builder() {
        return new Builder();
    }

    public int rings() {
        return minutesBefore / interval;
    }

    public int hoursBefore() {
        assert minutesBefore >= 0;
        return minutesBefore / 60;
    }

    /** Collects the parts of a reminder. */
    public static final class Builder {
        private int minutesBefore;
        private int interval;

        private Builder() {
        }

        public Builder before(int minutes) {
            if (minutes < 0) {
                throw new IllegalArgumentException("minutes " + minutes);
            }
            minutesBefore = minutes;
            if (interval == 0) {
                interval = minutes;
            }
            return this;
        }

        public Builder every(int minutes) {
            if (minutes < 1) {
                throw new IllegalArgumentException("minutes " + minutes);
            }
            interval = minutes;
            return this;
        }

        public Reminder build() {
            return new Reminder(minutesBefore, interval);
        }
    }
}
