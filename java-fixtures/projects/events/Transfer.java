package events;

/** Something was sent. */
public record Transfer(String user, long bytes, long millis) implements Event {
    public long bytesPerSecond() {
        return bytes * 1000 / millis;
    }
}
