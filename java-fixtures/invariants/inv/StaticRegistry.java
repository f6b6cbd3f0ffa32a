package inv;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is registered for all, in collections that never change themselves. */
public class StaticRegistry {
    private static final Map<String, Integer> AGES = new HashMap<>();
    private static final List<String> NAMES = new ArrayList<>();
    private static final Gauge MAIN = new Gauge();
    private static final Gauge SECOND = new Gauge();
    private static final Holder HOLDER = new Holder(SECOND);

    /** A level. */
    public static final class Gauge {
        private final List<Integer> seen = new ArrayList<>();
        private int level = 1;

        public void set(int level) {
            this.level = level;
            seen.add(level);
        }

        public int share() {
            return 10 / level;
        }
    }

    /** Holds what others hold too. */
    static final class Holder {
        private final Gauge gauge;

        Holder(Gauge gauge) {
            this.gauge = gauge;
        }
    }

    public static void add(String name, Integer age) {
        AGES.put(name, age);
        NAMES.add(name);
    }

    public static int countOk() {
        return AGES.size() + NAMES.size() + (AGES.isEmpty() ? 1 : 2);
    }

    public static int mainOk() {
        return MAIN.seen.size();
    }

    public static Gauge main() {
        return MAIN;
    }

    public static int mainBad() {
        return MAIN.share();
    }

    public static int ageBad(String name) {
        return AGES.containsKey(name) ? AGES.get(name) : 0;
    }

    public static int firstBad() {
        return NAMES.isEmpty() ? 0 : NAMES.get(0).length();
    }

    /** One object has two names. */
    public static int aliasBad() {
        SECOND.level = 1;
        HOLDER.gauge.level = 0;
        return 10 / SECOND.level;
    }

    /** Calls what it is given, which may clear all. */
    public static int callbackBad(Runnable task) {
        NAMES.add("a");
        task.run();
        return NAMES.get(0).length();
    }

    public static void clear() {
        NAMES.clear();
        AGES.clear();
    }
}
