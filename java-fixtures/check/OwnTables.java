package check;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tables, sorted ones too, and queues that nobody else comes by. */
public class OwnTables {
    /** Words, and how often they were met. */
    public static final class Counts {
        private final Map<String, Integer> counts = new HashMap<>();

        public int addOk(String word) {
            return word == null ? 0 : counts.merge(word, 1, Integer::sum);
        }

        public int computeOk(String word) {
            return word == null ? 0 : counts.compute(word, (key, count) -> count == null ? 1 : count + 1);
        }

        public void dropOk(String word) {
            counts.computeIfPresent(word, (key, count) -> count > 1 ? count - 1 : null);
        }

        public int countOk(String word) {
            return counts.getOrDefault(word, 0);
        }

        public int countBad(String word) {
            return counts.get(word);
        }

        public int addBad(String word, Integer count) {
            return counts.merge(word, count, Integer::sum);
        }
    }

    /** A table that is gone through by its entries. */
    public static final class Totals {
        private final Map<String, Integer> totals = new HashMap<>();

        public void put(String name, int total) {
            if (name != null) {
                totals.put(name, total);
            }
        }

        public void raise() {
            totals.replaceAll((name, total) -> total + 1);
        }

        public int totalOk(String name) {
            return totals.getOrDefault(name, 0);
        }

        public int averageBad() {
            int sum = 0;
            for (Map.Entry<String, Integer> entry : totals.entrySet()) {
                sum += entry.getKey().length() + entry.getValue();
            }
            return sum / totals.size();
        }
    }

    /** A table in the order of its keys. */
    public static final class Sorted {
        private final TreeMap<String, Integer> sorted = new TreeMap<>();

        public void put(String name, int number) {
            if (name != null) {
                sorted.put(name, number);
            }
        }

        public void mergeOk(String name) {
            if (name != null) {
                sorted.merge(name, 1, Integer::sum);
            }
        }

        public int removeOk(String name) {
            Integer removed = name == null ? null : sorted.remove(name);
            return removed == null ? 0 : removed;
        }

        public String firstOk() {
            return sorted.isEmpty() ? "" : sorted.firstKey().trim();
        }

        public int lastOk() {
            return sorted.isEmpty() ? 0 : sorted.lastEntry().getValue();
        }

        public int belowOk(String name) {
            Map.Entry<String, Integer> below = name == null ? null : sorted.floorEntry(name);
            return below == null ? 0 : below.getKey().length() + below.getValue();
        }

        public int takeOk() {
            Map.Entry<String, Integer> taken = sorted.pollFirstEntry();
            return taken == null ? 0 : taken.getValue();
        }

        public String firstBad() {
            return sorted.firstKey();
        }

        public int belowBad(String name) {
            return name == null ? 0 : sorted.lowerEntry(name).getValue();
        }

        public Integer getBad(String name) {
            return sorted.get(name);
        }
    }

    /** Names in their order. */
    public static final class Names {
        private final Set<String> names = new TreeSet<>();

        public boolean addOk(String name) {
            return name != null && names.add(name);
        }

        public boolean removeOk(String name) {
            return name != null && names.remove(name);
        }

        public boolean hasBad(String name) {
            return names.contains(name);
        }
    }

    /** A day of the week. */
    public enum Day {
        MONDAY, TUESDAY
    }

    /** Hours by day. */
    public static final class Hours {
        private final Map<Day, Integer> hours = new EnumMap<>(Day.class);

        public void addOk(Day day, int more) {
            if (day != null) {
                hours.merge(day, more, Integer::sum);
            }
        }

        public int hoursOk(Day day) {
            return hours.containsKey(day) ? hours.get(day) : 0;
        }

        public int removeOk(Day day) {
            Integer removed = hours.remove(day);
            return removed == null ? 0 : removed;
        }

        public void putBad(Day day) {
            hours.put(day, 1);
        }

        public int hoursBad(Day day) {
            return hours.get(day);
        }
    }

    /** What was used last. */
    public static final class Recent {
        private final Map<String, String> recent = new LinkedHashMap<>();

        public void useOk(String name) {
            if (name != null) {
                recent.put(name, name.trim());
            }
        }

        public int lengthOk(String name) {
            String used = recent.get(name);
            return used == null ? 0 : used.length();
        }

        public int lengthBad(String name) {
            return recent.get(name).length();
        }
    }

    /** What is to be done first. */
    public static final class Urgent {
        private final PriorityQueue<Integer> queue = new PriorityQueue<>();

        public void addOk(int rank) {
            queue.add(rank);
        }

        public int takeOk() {
            return queue.isEmpty() ? 0 : queue.poll();
        }

        public int sumOk() {
            int sum = 0;
            while (!queue.isEmpty()) {
                sum += queue.poll();
            }
            return sum;
        }

        public int takeBad() {
            return queue.poll();
        }
    }
}
