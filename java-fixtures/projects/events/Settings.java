package events;

/** How events are sent; made when it is needed first. */
public final class Settings {
    private static Settings current;
    private static int changes;

    private final int batch;

    private Settings(int batch) {
        this.batch = batch;
    }

    public static Settings current() {
        if (current == null) {
            current = new Settings(50);
        }
        return current;
    }

    public static void use(int batch) {
        if (batch <= 0) {
            throw new IllegalArgumentException("batch " + batch);
        }
        current = new Settings(batch);
        changes = Math.min(changes + 1, 1000);
    }

    public static int batches(int events) {
        return events / current().batch;
    }

    public static int budget() {
        return 100_000 / (changes + 1);
    }
}
