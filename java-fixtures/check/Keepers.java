package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects that keep how large their collections, arrays and texts are. */
public final class Keepers {
    private Keepers() {
    }

    /** A list that is never empty. */
    public static final class Window {
        private final List<Integer> readings = new ArrayList<>();

        public Window() {
            readings.add(0);
        }

        public void add(int reading) {
            readings.add(reading);
            if (readings.size() > 500) {
                readings.remove(0);
            }
        }

        public int lastOk() {
            return readings.get(readings.size() - 1);
        }

        public int shareOk(int total) {
            return total / readings.size();
        }
    }

    /** A list that may be empty. */
    public static final class Stack {
        private final List<Integer> all = new ArrayList<>();

        public void push(int value) {
            all.add(value);
        }

        public int popBad() {
            return all.remove(all.size() - 1);
        }
    }

    /** As many dates as months. */
    public static final class Plan {
        private final int months;
        private final List<Integer> due = new ArrayList<>();

        public Plan(int months) {
            if (months < 1 || months > 120) {
                throw new IllegalArgumentException("months");
            }
            this.months = months;
            for (int month = 0; month < months; month++) {
                due.add(30 * month);
            }
        }

        public int dueOk(int month) {
            return due.get(Math.floorMod(month, months));
        }
    }

    /** Two lists of one length. */
    public static final class Table {
        private final List<String> names = new ArrayList<>();
        private final List<Integer> values = new ArrayList<>();

        public void put(String name, int value) {
            if (name == null) {
                return;
            }
            names.add(name);
            values.add(value);
        }

        public void removeLast() {
            if (!names.isEmpty()) {
                names.remove(names.size() - 1);
                values.remove(values.size() - 1);
            }
        }

        public int lastOk() {
            return names.isEmpty() ? 0 : values.get(names.size() - 1);
        }

        public int atOk(int index) {
            return index < 0 || index >= values.size() ? 0 : names.get(index).length();
        }
    }

    /** A ring of numbers. */
    public static final class Ring {
        private final int[] slots;
        private int head;
        private int count;

        public Ring(int capacity) {
            if (capacity < 1 || capacity > 1 << 20) {
                throw new IllegalArgumentException("capacity");
            }
            slots = new int[capacity];
        }

        public boolean offerOk(int value) {
            if (count == slots.length) {
                return false;
            }
            slots[(head + count) % slots.length] = value;
            count++;
            return true;
        }

        public int pollOk() {
            if (count == 0) {
                return -1;
            }
            int value = slots[head];
            head = (head + 1) % slots.length;
            count--;
            return value;
        }

        public int atOk(int index) {
            return index < 0 || index >= count ? 0 : slots[(head + index) % slots.length];
        }
    }

    /** How often a floor between two was visited. */
    public static final class Shaft {
        private final int lowest;
        private final int highest;
        private final int[] visits;
        private int floor;

        public Shaft(int lowest, int highest) {
            if (lowest < -20 || highest > 300 || lowest > highest) {
                throw new IllegalArgumentException("floors");
            }
            this.lowest = lowest;
            this.highest = highest;
            this.visits = new int[highest - lowest + 1];
            this.floor = lowest;
        }

        public void upOk() {
            if (floor < highest) {
                floor++;
                visits[floor - lowest]++;
            }
        }

        public int visitsOk() {
            return visits[floor - lowest];
        }
    }

    /** Levels of something. */
    public enum Level {
        LOW, MIDDLE, HIGH
    }

    /** A number for each level. */
    public static final class Counts {
        private final int[] counts = new int[Level.values().length];

        public void countOk(Level level) {
            if (level != null) {
                counts[level.ordinal()]++;
            }
        }
    }

    /** Loops over what an object has. */
    public static final class Lines {
        private final List<String> names = new ArrayList<>();
        private final List<Integer> numbers = new ArrayList<>();

        public Lines put(String name, int number) {
            names.add(name == null ? "" : name);
            numbers.add(number);
            return this;
        }

        public int lengthOk() {
            int length = 0;
            for (String name : names) {
                length += name.length();
            }
            return length;
        }

        public int largestOk() {
            int largest = 0;
            for (int number : numbers) {
                largest = Math.max(largest, number);
            }
            return largest;
        }

        public long sumOk() {
            return numbers.stream().mapToLong(Integer::longValue).sum();
        }

        public boolean hasOk(String wanted) {
            for (String name : names) {
                if (name.equals(wanted)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** A place in a text. */
    public static final class Reader {
        private final String text;
        private int place;

        public Reader(String text) {
            if (text == null) {
                throw new IllegalArgumentException("text");
            }
            this.text = text;
        }

        public char takeOk() {
            return place < text.length() ? text.charAt(place++) : '\0';
        }

        public void back() {
            if (place > 0) {
                place--;
            }
        }

        public String restOk() {
            return text.substring(place);
        }
    }

    /** What is told of it does not give it out. */
    public static final class Told {
        private final List<Integer> amounts = new ArrayList<>();
        private final Map<String, Integer> byName = new HashMap<>();

        public void add(String name, int amount) {
            amounts.add(amount);
            byName.put(name, amount);
        }

        public int lastOk() {
            return amounts.isEmpty() ? 0 : amounts.get(amounts.size() - 1);
        }

        public boolean isAlike(Told other) {
            return other != null && amounts.equals(other.amounts);
        }

        @Override
        public String toString() {
            return "Told " + amounts + byName;
        }
    }
}
