package hotel;

/** The kinds of rooms, with what a night costs. */
public enum RoomType {
    SINGLE(1, 7_900),
    DOUBLE(2, 11_900),
    FAMILY(4, 16_900);

    private final int beds;
    private final int cents;

    RoomType(int beds, int cents) {
        this.beds = beds;
        this.cents = cents;
    }

    public int beds() {
        return beds;
    }

    public int cents() {
        return cents;
    }

    public int centsPerBed() {
        return cents / beds;
    }
}
