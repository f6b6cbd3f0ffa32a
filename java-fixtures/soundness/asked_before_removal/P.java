package asked_before_removal;

import java.util.ArrayList;
import java.util.Iterator;

/** A list asks of all elements which are to go before it removes any; replacing counts as a change. */
public final class P {
    private final ArrayList<String> items = new ArrayList<>();
    private int ticks;

    public void tick() {
        ticks++;
    }

    public void add(String item) {
        items.add(item);
    }

    public void replaceBad() {
        if (ticks < 9 || items.isEmpty()) {
            return;
        }
        Iterator<String> all = items.iterator();
        items.replaceAll(item -> item);
        all.next();
    }

    public void lastBad() {
        if (ticks < 9 || items.size() != 2) {
            return;
        }
        int[] last = new int[1];
        items.removeIf(item -> {
            last[0] = items.size();
            return true;
        });
        assert last[0] == 1;
    }

    public void thrownBad() {
        if (ticks < 9 || items.size() != 2) {
            return;
        }
        int[] calls = new int[1];
        try {
            items.removeIf(item -> {
                if (calls[0]++ == 1) {
                    throw new IllegalStateException();
                }
                return true;
            });
        } catch (IllegalStateException expected) {
            assert items.size() == 1;
        }
    }

    public void trimBad() {
        if (ticks < 9 || items.size() != 1) {
            return;
        }
        items.removeIf(item -> {
            items.trimToSize();
            return false;
        });
    }
}
