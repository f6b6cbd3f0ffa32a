package check;

/** Counters that loops take around in circles, as indices of arrays. */
public final class Wheels {
    private Wheels() {
    }

    /** Seven places, taken in turn. */
    public static int turnsOk(int steps) {
        int[] counts = new int[7];
        int place = 0;
        for (int step = 0; step < steps && step < 1_000_000; step++) {
            place = (place + 1) % 7;
            counts[place]++;
        }
        return counts[0];
    }

    /** One place too few. */
    public static int turnsBad(int steps) {
        int[] counts = new int[6];
        int place = 0;
        for (int step = 0; step < steps && step < 1_000_000; step++) {
            place = (place + 1) % 7;
            counts[place]++;
        }
        return counts[0];
    }

    /** Low bits are an index. */
    public static int bitsOk(int steps) {
        int[] counts = new int[16];
        int state = 3;
        for (int step = 0; step < steps && step < 1_000_000; step++) {
            state = state * 5 + 1 & 15;
            counts[state]++;
        }
        return counts[0];
    }

    /** A counter that begins anew. */
    public static int resetOk(int steps) {
        int[] counts = new int[10];
        int place = 0;
        for (int step = 0; step < steps && step < 1_000_000; step++) {
            counts[place]++;
            place++;
            if (place == 10) {
                place = 0;
            }
        }
        return counts[0];
    }
}
