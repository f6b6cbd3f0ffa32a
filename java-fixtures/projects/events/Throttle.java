package events;

/** How many events may pass at once. */
public final class Throttle {
    private final int[] limits;
    private int open;

    public Throttle(int[] limits) {
        for (int limit : limits) {
            if (limit < 1) {
                throw new IllegalArgumentException("limit " + limit);
            }
        }
        this.limits = limits;
    }

    public boolean enter() {
        if (limits.length == 0 || open >= limits[0]) {
            return false;
        }
        open++;
        return true;
    }

    public void leave() {
        if (open > 0) {
            open--;
        }
    }

    public int percentOf(int position) {
        if (position < 0 || position >= limits.length) {
            return 0;
        }
        return 100 / limits[position];
    }

    public int openSlots() {
        return new int[open].length;
    }
}
