package static_key_set;

import java.util.*;

public class P {
    private static final Map<String, Integer> AGES = new HashMap<>();
    private static final Set<String> KEYS = AGES.keySet();
    private static final Map<String, Integer> TABLE = new HashMap<>();
    static { TABLE.put("one", 1); TABLE.put("two", 2); }

    public static void put(String name) { AGES.put(name, 1); }

    public static void keysBad() { assert KEYS.size() == 0; }

    public static int tableOk() { return TABLE.get("two"); }
}
