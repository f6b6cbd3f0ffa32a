package hotel;

/** A room with lounges. */
public final class Suite extends Room {
    private final int lounges;

    public Suite(int number, int lounges) {
        super(number, RoomType.FAMILY);
        this.lounges = Math.max(1, lounges);
    }

    public int lounges() {
        return lounges;
    }

    public int bedsPerLounge() {
        return type().beds() / lounges;
    }
}
