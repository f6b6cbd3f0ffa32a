// A private field that is assigned by its name alone: nothing is known of it that its constructor leaves.
package check;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class Tally {
    private static final AtomicIntegerFieldUpdater<Tally> HITS =
            AtomicIntegerFieldUpdater.newUpdater(Tally.class, "hits");

    private volatile int hits;

    public static Tally hitOnce() {
        Tally tally = new Tally();
        tally.hit();
        return tally;
    }

    public void hit() {
        HITS.incrementAndGet(this);
    }

    public int missedBad() {
        if (hits != 0) {
            throw new IllegalStateException();
        }
        return hits;
    }

    public static int hitOk() {
        int hits = hitOnce().hits;
        if (hits != 1) {
            throw new IllegalStateException();
        }
        return hits;
    }
}
