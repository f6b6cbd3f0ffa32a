package calendar;

/** How much a task matters, with the hours within which it is to be done. */
public enum Priority {
    LOW(96), NORMAL(24), HIGH(4);

    private final int hours;

    Priority(int hours) {
        this.hours = hours;
    }

    public int checksPerWeek() {
        return 168 / hours;
    }
}
