package events;

/** Somebody came. */
public record Login(String user, int attempts) implements Event {
    public Login {
        if (attempts < 1) {
            throw new IllegalArgumentException("no attempt");
        }
    }

    /** Reads a user and a number of attempts, as in "anna:2". */
    public static Login parse(String line) {
        if (line == null || line.isEmpty()) {
            return new Login("", 1);
        }
        String[] parts = line.split(":");
        return new Login(parts[0], Math.max(1, parts[1].length()));
    }

    public int failedPercent() {
        return (int) ((attempts - 1) * 100L / attempts);
    }
}
