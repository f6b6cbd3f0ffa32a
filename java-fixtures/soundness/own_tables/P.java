package own_tables;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Tables that only their objects come by: what functions and entries put into them, and in which order they are. */
public class P {
    public enum Color { RED, GREEN }

    public enum Size { SMALL }

    /** A function that changes the table that calls it. */
    public static final class Nested {
        private final Map<String, Integer> known = new HashMap<>();
        private final TreeMap<String, Integer> sorted = new TreeMap<>();

        public int nestedBad(String key) {
            return key == null ? 0 : known.computeIfAbsent(key, one -> known.computeIfAbsent(one + "x", other -> 1));
        }

        public int clearedBad(String key) {
            if (key == null) {
                return 0;
            }
            known.put(key, 1);
            return known.merge(key, 1, (one, other) -> {
                known.clear();
                return one + other;
            });
        }

        public void removedBad(String key) {
            if (key != null) {
                known.computeIfAbsent(key, one -> {
                    known.put(one + "x", 1);
                    return null;
                });
            }
        }

        public void sortedBad(String key) {
            if (key != null) {
                sorted.computeIfAbsent(key, one -> sorted.put(one + "x", 1));
            }
        }

        public void replacedBad(String key) {
            if (key != null) {
                known.put(key, 1);
                known.replaceAll((one, value) -> {
                    known.put(one + "x", value);
                    return value;
                });
            }
        }

        public int countOk(String key) {
            return key == null ? 0 : known.merge(key, 1, Integer::sum);
        }
    }

    /** A function of a caller that comes back. */
    public static final class CalledBack {
        private final Map<String, Integer> known = new HashMap<>();

        public void put(String key) {
            if (key != null) {
                known.put(key, 1);
            }
        }

        public Integer calledBad(String key, Function<String, Integer> makes) {
            return key == null || makes == null ? 0 : known.computeIfAbsent(key, makes);
        }

        public Integer suppliedBad(String key, Supplier<Integer> makes) {
            return key == null || makes == null ? 0 : known.computeIfAbsent(key, one -> makes.get());
        }
    }

    /** Values that entries and functions leave. */
    public static final class Entries {
        private final Map<String, Integer> counts = new HashMap<>();

        public void put(String key) {
            if (key != null) {
                counts.put(key, 1);
            }
        }

        public void forget() {
            for (Map.Entry<String, Integer> entry : counts.entrySet()) {
                entry.setValue(null);
            }
        }

        public int sumBad() {
            int sum = 0;
            for (int count : counts.values()) {
                sum += count;
            }
            return sum;
        }
    }

    /** An entry that a caller has. */
    public static final class GivenEntry {
        private final TreeMap<String, Integer> counts = new TreeMap<>();

        public void put(String key) {
            if (key != null) {
                counts.put(key, 1);
            }
        }

        public Map.Entry<String, Integer> first() {
            return counts.entrySet().iterator().next();
        }

        public Map.Entry<String, Integer> copied() {
            return counts.firstEntry();
        }

        public int countBad(String key) {
            return key == null ? 0 : counts.getOrDefault(key, 0);
        }
    }

    /** Values that a function replaces by null. */
    public static final class Replaced {
        private final Map<String, Integer> counts = new HashMap<>();

        public void put(String key) {
            if (key != null) {
                counts.put(key, 1);
            }
        }

        public void replace() {
            counts.replaceAll((key, count) -> count > 2 ? null : count + 1);
        }

        public int countBad(String key) {
            return counts.getOrDefault(key, 0);
        }
    }

    /** Keys that are compared by what the table was given. */
    public static final class Compared {
        private final TreeMap<String, Integer> byLength = new TreeMap<>(Comparator.comparing(text -> text.substring(1)));
        private final PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(text -> text.charAt(0)));
        private final TreeSet<String> names = new TreeSet<>(Comparator.comparing(text -> text.charAt(1)));

        public void putBad(String key) {
            if (key != null) {
                byLength.put(key, 1);
            }
        }

        public void offerBad(String text) {
            if (text != null) {
                queue.add(text);
            }
        }

        public void addBad(String name) {
            if (name != null) {
                names.add(name);
            }
        }
    }

    /** Keys of a table that has an order of its own, and null. */
    public static final class Sorted {
        private final TreeMap<String, Integer> sorted = new TreeMap<>();
        private final TreeSet<String> names = new TreeSet<>();
        private final TreeMap<Object, Integer> mixed = new TreeMap<>();
        private final PriorityQueue<Object> anything = new PriorityQueue<>();

        public Integer nullBad(String key) {
            return sorted.get(key);
        }

        public void addBad(String name) {
            names.add(name);
        }

        public void mixedBad(Object key) {
            if (key instanceof String || key instanceof Integer) {
                mixed.put(key, 1);
            }
        }

        public void anythingBad(Object one) {
            if (one != null) {
                anything.add(one);
            }
        }

        public String firstBad() {
            return sorted.firstKey();
        }

        public int lastBad() {
            return sorted.lastEntry().getValue();
        }

        public String firstOk() {
            return sorted.isEmpty() ? "" : sorted.firstKey().trim();
        }

        public void put(String key) {
            if (key != null) {
                sorted.put(key, 1);
            }
        }
    }

    /** A set that is a view of another one. */
    public static final class View {
        private final TreeSet<String> names = new TreeSet<>();
        private final Set<String> short_ = names.headSet("c");

        public void addBad(String name) {
            if (name != null) {
                short_.add(name);
            }
        }
    }

    /** A table that puts what was asked for last behind. */
    public static final class Recent {
        private final Map<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true);

        public void put(String key) {
            if (key != null) {
                recent.put(key, 1);
            }
        }

        public int sumBad() {
            int sum = 0;
            for (String key : recent.keySet()) {
                sum += recent.get(key);
            }
            return sum;
        }
    }

    /** Tables of which the keys are told. */
    public static final class Keyed {
        @SuppressWarnings({ "unchecked", "rawtypes" })
        private final Map<Color, Integer> other = new EnumMap(Size.class);
        private final Map<Color, Integer> colors = new EnumMap<>(Color.class);

        public void otherBad(Color color) {
            if (color != null) {
                other.put(color, 1);
            }
        }

        public void nullBad(Color color) {
            colors.put(color, 1);
        }

        public int absentBad(Color color) {
            return colors.get(color);
        }

        public int colorOk(Color color) {
            return colors.containsKey(color) ? colors.get(color) : 0;
        }
    }

    /** A table that is changed while it is gone through. */
    public static final class Changed {
        private final TreeMap<String, Integer> sorted = new TreeMap<>();

        public void put(String key) {
            if (key != null) {
                sorted.put(key, 1);
            }
        }

        public void dropBad() {
            for (String key : sorted.keySet()) {
                if (key.isEmpty() || key.length() == 1) {
                    sorted.remove(key);
                }
            }
        }
    }

    /** Values of another type than is declared, which functions give. */
    @SuppressWarnings({ "unchecked", "rawtypes" })
    public static final class Polluted {
        private final Map<String, Integer> raw = new HashMap<>();
        private final TreeMap<String, Integer> generic = new TreeMap<>();
        private final Map<String, Integer> passed = new LinkedHashMap<>();
        private final Map<String, Integer> typed = new HashMap<>();

        private static <T> T pick(T one, T other) {
            return (T) (Object) "s";
        }

        public void put(String key, int value) {
            if (key != null && key.length() == 9) {
                raw.put(key, value);
                generic.put(key, value);
                passed.put(key, value);
                typed.put(key, value);
            }
        }

        public void pollute(String key, BiFunction function) {
            if (key != null && key.length() == 9) {
                raw.computeIfPresent(key, (BiFunction) ((one, other) -> one));
                generic.merge(key, 1, Polluted::pick);
                passed.computeIfPresent(key, function);
                typed.merge(key, 1, Integer::sum);
            }
        }

        public int rawBad() {
            int sum = 0;
            for (int value : raw.values()) {
                sum += value;
            }
            return sum;
        }

        public int genericBad() {
            int sum = 0;
            for (int value : generic.values()) {
                sum += value;
            }
            return sum;
        }

        public int passedBad() {
            int sum = 0;
            for (int value : passed.values()) {
                sum += value;
            }
            return sum;
        }

        public int typedOk() {
            int sum = 0;
            for (int value : typed.values()) {
                sum += value;
            }
            return sum;
        }
    }
}
