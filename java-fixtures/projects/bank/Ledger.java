package bank;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The entries of an account, the oldest one first. */
public class Ledger {
    private final List<Entry> entries = new ArrayList<>();
    private boolean used;

    public void add(Entry entry) {
        if (entry == null) {
            throw new IllegalArgumentException("entry");
        }
        entries.add(entry);
        used = true;
    }

    public void undo() {
        if (used) {
            entries.remove(entries.size() - 1);
        }
    }

    public int width(Entry entry, Function<Entry, String> format) {
        if (entry == null || format == null) {
            return 0;
        }
        String line = format.apply(entry);
        return line.length();
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }
}
