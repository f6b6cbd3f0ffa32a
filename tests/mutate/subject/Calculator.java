// What is mutated in the tests of `mutate`.
package subject;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Calculator {
    private static final Map<String, Integer> VALUES = new HashMap<>();

    static {
        VALUES.put("one", 1);
    }

    public static int abs(int x) {
        if (x < 0) {
            return -x;
        }
        return x;
    }

    public static int value(String name) {
        Integer value = VALUES.get(name);
        return value == null ? -1 : value;
    }

    public static List<Integer> below(int bound) {
        List<Integer> found = new ArrayList<>();
        int next = 0;
        while (next < bound) {
            found.add(next);
            next++;
        }
        return found;
    }

    public static boolean isSmall(int x) {
        return x < 10;
    }

    public static int uncovered(int x) {
        return x * 3;
    }
}
