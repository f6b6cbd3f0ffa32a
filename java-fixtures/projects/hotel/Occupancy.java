package hotel;

/** Which of the next nights a room is taken. */
public final class Occupancy {
    private final boolean[] nights;
    private int taken;

    public Occupancy(int days) {
        nights = new boolean[days];
    }

    public boolean take(int night) {
        if (night < 0 || night >= nights.length || nights[night]) {
            return false;
        }
        nights[night] = true;
        taken++;
        return true;
    }

    public void block(int first, int count) {
        if (first < 0 || count < 0 || first + count > nights.length) {
            throw new IllegalArgumentException("outside of the plan");
        }
        for (int night = 0; night < count; night++) {
            nights[first + night] = true;
        }
        taken += count;
    }

    public int percent() {
        return taken * 100 / nights.length;
    }

    public boolean isTaken(int night) {
        return night >= 0 && night < nights.length && nights[night];
    }
}
