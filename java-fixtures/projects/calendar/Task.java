package calendar;

import java.util.Objects;

/** Something to do. */
public final class Task {
    private final String name;
    private final Priority priority;
    private int attempts;
    private int failures;

    public Task(String name, Priority priority) {
        this.name = Objects.requireNonNull(name);
        this.priority = Objects.requireNonNull(priority);
    }

    public String name() {
        return name;
    }

    public Priority priority() {
        return priority;
    }

    public void attempt(boolean succeeded) {
        if (attempts == 1000) {
            return;
        }
        attempts++;
        if (!succeeded) {
            failures++;
        }
    }

    public int successes() {
        assert failures <= attempts;
        return attempts - failures;
    }
}
