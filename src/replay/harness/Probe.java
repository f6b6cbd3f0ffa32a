// What instrumented classes call: which parts of them were executed, and how often their loops went round.
package casewise.replay;

import java.util.BitSet;

/** Written by one thread at a time as a rule; what several write at once may be lost, and no test relies on it. */
public final class Probe {
    /** Thrown out of a loop that goes round too often. */
    public static final class OutOfRounds extends Error {
        private static final long serialVersionUID = 1;

        OutOfRounds() {
            super("a loop goes round too often", null, false, false);
        }
    }

    private static boolean[] hits = new boolean[1 << 12];
    private static int initialising;
    private static final BitSet OUTSIDE = new BitSet();
    private static long rounds = Long.MAX_VALUE;
    private static boolean exhausted;

    private Probe() {}

    /** A part of the program was entered. */
    public static void hit(int part) {
        if (part >= hits.length) {
            grow(part);
        }
        hits[part] = true;
        if (initialising > 0) {
            OUTSIDE.set(part);
        }
    }

    private static synchronized void grow(int part) {
        hits = java.util.Arrays.copyOf(hits, Math.max(2 * hits.length, part + 1));
    }

    /** A class initialiser begins: what runs until its end runs once, whatever test is the first to need the class. */
    public static void begin() {
        initialising++;
    }

    /** A class initialiser ends. */
    public static void end() {
        initialising--;
    }

    /** A loop goes round. */
    public static void round() {
        if (--rounds < 0) {
            exhausted = true;
            throw new OutOfRounds();
        }
    }

    /** So many rounds may be gone from now on. */
    static void limit(long most) {
        rounds = most;
        exhausted = false;
        initialising = 0;
    }

    static boolean isExhausted() {
        return exhausted;
    }

    /** How many rounds are left. */
    static long left() {
        return rounds;
    }

    /** What was entered since the last call. */
    static BitSet take() {
        BitSet taken = new BitSet();
        for (int part = 0; part < hits.length; part++) {
            if (hits[part]) {
                taken.set(part);
                hits[part] = false;
            }
        }
        return taken;
    }

    /** Whether anything was entered since then. */
    static boolean isHit() {
        for (boolean hit : hits) {
            if (hit) {
                return true;
            }
        }
        return false;
    }

    /** What no single test is the cause of: class initialisers, and what was entered between tests. */
    static BitSet outside() {
        return OUTSIDE;
    }
}
