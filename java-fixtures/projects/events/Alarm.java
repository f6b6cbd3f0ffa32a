package events;

/** Something is wrong. */
public record Alarm(String user, Level level) implements Event {
    public Alarm {
        if (level == null) {
            level = Level.WARNING;
        }
    }

    public String text() {
        return level.label() + ": " + user;
    }
}
