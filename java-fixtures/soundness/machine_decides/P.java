package machine_decides;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.ConcurrentHashMap;

// What differs from one machine, or one run, to the next: the folder that the program runs in, the default locale, the order of a
// table whose keys have the hash codes of objects.
public class P {
    enum Unit { METRE, SECOND, GRAM }

    private static final Map<Unit, String> NAMES = new HashMap<>();

    /** What a caller may pass too. */
    public static final Object KEY = new Object();
    private static final Map<Object, String> BY_OBJECT = new ConcurrentHashMap<>();

    static {
        BY_OBJECT.put(KEY, "key");
        NAMES.put(Unit.METRE, "m");
        NAMES.put(Unit.SECOND, "s");
        NAMES.put(Unit.GRAM, "g");
    }

    public static void firstBad() { assert NAMES.values().iterator().next().equals("g"); }

    public static void lastBad() {
        String last = "";
        for (Unit unit : NAMES.keySet()) { last = NAMES.get(unit); }
        assert !last.equals("g");
    }

    public static void keyBad(Object key) { assert key == null || BY_OBJECT.get(key) == null; }

    public static void namedOk() { assert NAMES.get(Unit.SECOND).equals("s"); }

    public static void groupedBad() { assert new Scanner("1,234").hasNextInt(); }

    public static void notGroupedBad() { assert !new Scanner("1.234").hasNextInt(); }

    public static void plainOk() { assert new Scanner("1234 -5").nextInt() == 1234; }

    public static void fileBad() { assert !new File("a").getAbsolutePath().equals("/user.dir/a"); }

    public static void pathBad() { assert !Path.of("a").toAbsolutePath().startsWith("/home"); }

    public static void absoluteOk() { assert new File("/a/b").getAbsolutePath().equals("/a/b"); }
}
