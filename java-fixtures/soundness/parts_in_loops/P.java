package parts_in_loops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.TreeMap;

/** Loops that change what a collection holds, or an entry of it, while the method has that too. */
public final class P {
    private static final int FAR = 100_000;
    private final Map<String, Integer> table = new HashMap<>();
    private final List<int[]> rows = new ArrayList<>();

    public void put(String key) {
        if (key != null) {
            table.put(key, 1);
        }
    }

    public void add() {
        rows.add(new int[] { 1 });
    }

    public static int madeRowBad(int count) {
        List<int[]> all = new ArrayList<>();
        int[] row = { 1 };
        all.add(row);
        for (int i = 0; i < count; i++) {
            all.add(new int[1]);
            if (i == FAR) {
                all.get(0)[0] = 0;
            }
        }
        return 1 / row[0];
    }

    public static int linkedRowBad(int count) {
        List<int[]> all = new LinkedList<>();
        int[] row = { 1 };
        all.add(row);
        for (int i = 0; i < count; i++) {
            if (i == FAR) {
                all.get(0)[0] = 0;
            }
        }
        return 1 / row[0];
    }

    public int ownRowBad(int count) {
        if (rows.isEmpty()) {
            return 0;
        }
        int[] row = rows.get(0);
        row[0] = 1;
        for (int i = 0; i < count; i++) {
            if (i == FAR) {
                rows.get(0)[0] = 0;
                rows.add(new int[1]);
            }
        }
        return 1 / row[0];
    }

    public static int madeEntryBad(int count) {
        Map<String, Integer> made = new HashMap<>();
        made.put("a", 1);
        Map.Entry<String, Integer> entry = made.entrySet().iterator().next();
        for (int i = 0; i < count; i++) {
            if (i == FAR) {
                entry.setValue(0);
            }
        }
        return 1 / entry.getValue();
    }

    public int ownEntryBad(int count) {
        if (table.isEmpty()) {
            return 0;
        }
        Map.Entry<String, Integer> entry = table.entrySet().iterator().next();
        if (entry.getValue() != 1) {
            return 0;
        }
        for (int i = 0; i < count; i++) {
            if (i == FAR) {
                table.put(entry.getKey(), 0);
            }
        }
        return 1 / entry.getValue();
    }

    public static int treeEntryBad(int count) {
        TreeMap<String, Integer> made = new TreeMap<>();
        made.put("a", 1);
        Map.Entry<String, Integer> entry = made.entrySet().iterator().next();
        for (int i = 0; i < count; i++) {
            if (i == FAR) {
                made.put("a", 0);
            }
        }
        return 1 / entry.getValue();
    }

    public static int setElementBad(int count) {
        LinkedList<Integer> made = new LinkedList<>();
        made.add(1);
        ListIterator<Integer> iterator = made.listIterator();
        iterator.next();
        for (int i = 0; i < count; i++) {
            if (i == FAR) {
                iterator.set(0);
            }
        }
        return 1 / made.get(0);
    }
}
