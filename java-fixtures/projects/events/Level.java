package events;

/** How bad an alarm is. */
public enum Level {
    NOTICE,
    WARNING,
    ERROR;

    private static final String[] LABELS = {"note", "warning", "error"};

    public String label() {
        return LABELS[ordinal()];
    }

    public Level worse() {
        return values()[Math.min(ordinal() + 1, values().length - 1)];
    }
}
