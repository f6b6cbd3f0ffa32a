// A static cache.
package check;

import java.util.HashMap;
import java.util.Map;

public class Lengths {
    private static Map<String, Integer> lengths = new HashMap<>();

    public static int knownBad(String key) {
        return lengths.get(key);
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
