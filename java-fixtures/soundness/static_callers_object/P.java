package static_callers_object;

import java.util.*;

public class P {
    private static final Map<String, int[]> ROWS = new HashMap<>();
    static { ROWS.put("a", new int[] {1}); }
    private static final Map<String, String> NAMES = new HashMap<>();
    static { NAMES.put("a", "b"); }

    public static void visit(Comparable<Object> visitor) { if (visitor != null) visitor.compareTo(ROWS.get("a")); }

    public static int rowBad() { return 3 / ROWS.get("a")[0]; }

    public static int namesOk() { return NAMES.get("a").length(); }
}
