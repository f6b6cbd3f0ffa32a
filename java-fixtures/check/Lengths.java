// Static caches, what a later call finds in them included.
package check;

import java.util.HashMap;
import java.util.Map;

public class Lengths {
    private static Map<String, Integer> lengths = new HashMap<>();
    private static final Map<Integer, Integer> SQUARES = new HashMap<>();
    private static final int[] SLOTS = new int[2];

    public static int knownBad(String key) {
        return lengths.get(key);
    }

    public static int squareBad(int value) {
        SQUARES.put(value, value * value);
        assert SQUARES.size() < 3;
        return SQUARES.get(value);
    }

    public static int slotBad(int value) {
        int slot = SLOTS[0]++;
        return SLOTS[1 - slot] + value;
    }

    public static int knownOk(String key) {
        Integer known = lengths.get(key);
        return known == null ? -1 : known;
    }

    public static int lengthOk(String key) {
        Integer known = lengths.get(key);
        if (known == null) {
            known = key == null ? 0 : key.length();
            lengths.put(key, known);
        }
        return known;
    }
}
