package local_collections;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Collections that a method makes and fills in a loop: what it puts in is what it finds there. What fails does so after forty other calls, so that
 * nobody finds it by trying.
 */
public class P {
    /** Something with a name, and perhaps a note. */
    public static final class Item {
        final String name;
        final String note;
        final int cents;

        public Item(String name, String note, int cents) {
            this.name = Objects.requireNonNull(name);
            this.note = note;
            this.cents = cents;
        }
    }

    /** Items, as a basket has them. */
    public static final class Basket {
        private final List<Item> items = new ArrayList<>();
        private int ticks;

        public void tick() {
            ticks++;
        }

        public void add(Item item) {
            items.add(Objects.requireNonNull(item));
        }

        public int chosenOk(int least) {
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                if (item.cents >= least) {
                    chosen.add(item);
                }
            }
            int sum = 0;
            for (Item item : chosen) {
                sum += item.name.length();
            }
            return sum;
        }

        public int notesBad() {
            if (ticks < 40) {
                return 0;
            }
            List<String> notes = new ArrayList<>();
            for (Item item : items) {
                notes.add(item.note);
            }
            int sum = 0;
            for (String note : notes) {
                sum += note.length();
            }
            return sum;
        }

        public int stoppedBad() {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                chosen.add(item);
                if (item.cents == 7) {
                    chosen.add(null);
                    break;
                }
            }
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        public int afterwardsBad(Item last) {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                chosen.add(item);
            }
            chosen.add(last);
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        public int beforeBad(Item first) {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            chosen.add(first);
            for (Item item : items) {
                chosen.add(item);
            }
            return chosen.get(0).cents;
        }

        public int beforeOk() {
            List<String> names = new ArrayList<>();
            names.add("first");
            for (Item item : items) {
                names.add(item.name);
            }
            int sum = 0;
            for (String name : names) {
                sum += name.length();
            }
            return sum;
        }

        public int setBad() {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                chosen.add(item);
                chosen.set(chosen.size() / 2, item.cents > 5 ? null : item);
            }
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        public int iteratedBad() {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                chosen.add(item);
                ListIterator<Item> all = chosen.listIterator();
                all.next();
                all.set(null);
            }
            return chosen.isEmpty() ? 0 : chosen.get(0).cents;
        }

        public int linkedBad() {
            if (ticks < 40) {
                return 0;
            }
            LinkedList<Item> chosen = new LinkedList<>();
            for (Item item : items) {
                chosen.add(item);
                ListIterator<Item> all = (ListIterator<Item>) chosen.iterator();
                all.next();
                all.set(null);
            }
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        public int partBad() {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                chosen.add(item);
                chosen.subList(0, 1).set(0, null);
            }
            return chosen.isEmpty() ? 0 : chosen.get(0).cents;
        }

        public int partBeforeBad() {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            chosen.add(new Item("a", null, 1));
            List<Item> part = chosen.subList(0, 1);
            for (int i = 0; i < 3 && i < items.size(); i++) {
                part.set(0, null);
            }
            return chosen.get(0).cents;
        }

        public int replacedBad() {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                chosen.add(item);
            }
            chosen.replaceAll(item -> item.cents == 3 ? null : item);
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        public int allBad(List<Item> others) {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                chosen.add(item);
                chosen.addAll(others);
            }
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        public int helpedBad() {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                put(chosen, item);
            }
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        private static void put(List<Item> chosen, Item item) {
            chosen.add(item.note == null ? null : item);
        }

        public int helpedOk() {
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                putFirst(chosen, item);
            }
            int sum = 0;
            for (Item item : chosen) {
                sum += item.name.length();
            }
            return sum;
        }

        private static void putFirst(List<Item> chosen, Item item) {
            chosen.add(0, item);
        }

        public int lambdaBad() {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            Consumer<Item> put = item -> chosen.add(item.note == null ? null : item);
            for (Item item : items) {
                put.accept(item);
            }
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        public int givenBad(Consumer<List<Item>> sink) {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            for (Item item : items) {
                chosen.add(item);
            }
            sink.accept(chosen);
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        public int givenBeforeBad(Consumer<List<Item>> sink, Runnable later) {
            if (ticks < 40) {
                return 0;
            }
            List<Item> chosen = new ArrayList<>();
            sink.accept(chosen);
            for (Item item : items) {
                chosen.add(item);
                later.run();
            }
            int sum = 0;
            for (Item item : chosen) {
                sum += item.cents;
            }
            return sum;
        }

        public int caughtBad() {
            if (ticks < 40) {
                return 0;
            }
            List<String> notes = new ArrayList<>();
            for (Item item : items) {
                try {
                    notes.add(null);
                    notes.set(notes.size() - 1, item.note.trim());
                } catch (NullPointerException e) {
                    continue;
                }
            }
            int sum = 0;
            for (String note : notes) {
                sum += note.length();
            }
            return sum;
        }

        public int aliasBad() {
            if (ticks < 40) {
                return 0;
            }
            List<Item> one = new ArrayList<>();
            List<Item> other = new ArrayList<>();
            for (Item item : items) {
                one.add(item);
                List<Item> third = one;
                one = other;
                other = third;
                other.add(item.cents == 9 ? null : item);
            }
            int sum = 0;
            for (Item item : one) {
                sum += item.cents;
            }
            return sum;
        }

        public int nestedBad() {
            if (ticks < 40) {
                return 0;
            }
            List<String> words = new ArrayList<>();
            for (Item item : items) {
                for (int i = 0; i < item.cents && i < 3; i++) {
                    words.add(i == 2 ? item.note : item.name);
                }
            }
            int sum = 0;
            for (String word : words) {
                sum += word.length();
            }
            return sum;
        }

        public int nestedOk() {
            List<String> words = new ArrayList<>();
            for (Item item : items) {
                for (int i = 0; i < item.cents && i < 3; i++) {
                    words.add(item.name);
                }
            }
            int sum = 0;
            for (String word : words) {
                sum += word.length();
            }
            return sum;
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        public int rawBad() {
            if (ticks < 40) {
                return 0;
            }
            List words = new ArrayList<>();
            for (Item item : items) {
                words.add(item.name);
                words.add(item);
            }
            int sum = 0;
            for (String word : (List<String>) words) {
                sum += word.length();
            }
            return sum;
        }

        public Map<String, Integer> countsOk() {
            Map<String, Integer> counts = new HashMap<>();
            for (Item item : items) {
                counts.merge(item.name, 1, Integer::sum);
            }
            return counts;
        }

        public int valuesOk() {
            Map<String, Item> byName = new HashMap<>();
            for (Item item : items) {
                byName.put(item.name, item);
            }
            int sum = 0;
            for (Item item : byName.values()) {
                sum += item.name.length();
            }
            return sum;
        }

        public int namesOk() {
            Set<String> names = new LinkedHashSet<>();
            for (Item item : items) {
                names.add(item.name);
            }
            int sum = 0;
            for (String name : names) {
                sum += name.length();
            }
            return sum;
        }

        public int noteSetBad() {
            if (ticks < 40) {
                return 0;
            }
            Set<String> notes = new LinkedHashSet<>();
            for (Item item : items) {
                notes.add(item.note);
            }
            int sum = 0;
            for (String note : notes) {
                sum += note.length();
            }
            return sum;
        }

        public int foundBad(String name) {
            if (ticks < 40) {
                return 0;
            }
            Map<String, Item> byName = new HashMap<>();
            for (Item item : items) {
                byName.put(item.name, item);
            }
            return byName.get(name).cents;
        }

        public int entriesBad() {
            if (ticks < 40) {
                return 0;
            }
            Map<String, Item> byName = new HashMap<>();
            for (Item item : items) {
                byName.put(item.name, item);
            }
            for (Map.Entry<String, Item> entry : byName.entrySet()) {
                entry.setValue(null);
            }
            int sum = 0;
            for (Item item : byName.values()) {
                sum += item.cents;
            }
            return sum;
        }

        public int entryOfIterationBad() {
            if (ticks < 40) {
                return 0;
            }
            Map<String, Item> byName = new HashMap<>();
            for (Item item : items) {
                byName.put(item.name, item);
                byName.entrySet().iterator().next().setValue(null);
            }
            int sum = 0;
            for (Item item : byName.values()) {
                sum += item.cents;
            }
            return sum;
        }

        public int computedBad() {
            if (ticks < 40) {
                return 0;
            }
            Map<String, Item> byName = new HashMap<>();
            for (Item item : items) {
                byName.put(item.name, item);
                byName.replaceAll((name, old) -> old.cents == 4 ? null : old);
            }
            int sum = 0;
            for (Item item : byName.values()) {
                sum += item.cents;
            }
            return sum;
        }

        public int groupsOk() {
            Map<String, List<Item>> groups = new HashMap<>();
            for (Item item : items) {
                groups.computeIfAbsent(item.name, name -> new ArrayList<>()).add(item);
            }
            return groups.size();
        }

        public int largestGroupOk() {
            Map<String, List<Item>> groups = new HashMap<>();
            for (Item item : items) {
                groups.computeIfAbsent(item.name, name -> new ArrayList<>()).add(item);
            }
            int largest = 0;
            for (List<Item> group : groups.values()) {
                largest = Math.max(largest, group.size());
            }
            return largest;
        }

        public int groupsBad() {
            if (ticks < 40) {
                return 0;
            }
            Map<String, List<Item>> groups = new HashMap<>();
            for (Item item : items) {
                groups.computeIfAbsent(item.name, name -> name.isEmpty() ? List.of() : new ArrayList<>()).add(item);
            }
            return groups.size();
        }

        public int missingGroupBad(String name) {
            if (ticks < 40) {
                return 0;
            }
            Map<String, List<Item>> groups = new HashMap<>();
            for (Item item : items) {
                groups.computeIfAbsent(item.name, key -> new ArrayList<>()).add(item);
            }
            return groups.get(name).size();
        }

        public int orderedBad() {
            if (ticks < 40) {
                return 0;
            }
            LinkedHashMap<String, Item> byName = new LinkedHashMap<>(16, 0.75f, true);
            for (Item item : items) {
                byName.put(item.name, item);
            }
            int sum = 0;
            for (String name : byName.keySet()) {
                sum += byName.get(name).cents;
            }
            return sum;
        }

        public int comparedBad() {
            if (ticks < 40) {
                return 0;
            }
            TreeMap<String, Item> byName = new TreeMap<>((a, b) -> a.charAt(0) - b.charAt(0));
            for (Item item : items) {
                byName.put(item.name, item);
            }
            return byName.size();
        }

        public int sortedOk() {
            TreeMap<String, Item> byName = new TreeMap<>();
            for (Item item : items) {
                byName.put(item.name, item);
            }
            return byName.isEmpty() ? 0 : byName.firstKey().length();
        }

        public int lastBad() {
            if (ticks < 40) {
                return 0;
            }
            ArrayDeque<Item> stack = new ArrayDeque<>();
            for (Item item : items) {
                stack.push(item);
            }
            return stack.peek().cents;
        }

        public int stackOk() {
            ArrayDeque<Item> stack = new ArrayDeque<>();
            for (Item item : items) {
                stack.push(item);
            }
            Item top = stack.peek();
            return top == null ? 0 : top.name.length();
        }

        public int iteratorOfOldBad() {
            if (ticks < 40) {
                return 0;
            }
            List<String> words = new ArrayList<>();
            words.add("a");
            Iterator<String> old = words.iterator();
            for (Item item : items) {
                words.add(item.name);
            }
            return old.next().length();
        }

        public int copiedBad() {
            if (ticks < 40) {
                return 0;
            }
            List<String> words = new ArrayList<>();
            for (Item item : items) {
                Collections.addAll(words, item.name, item.note);
            }
            int sum = 0;
            for (String word : words) {
                sum += word.length();
            }
            return sum;
        }
    }

    /** Own collections whose elements go from one to another. */
    public static final class Moved {
        private final List<Item> open = new ArrayList<>();
        private final ArrayDeque<Item> closed = new ArrayDeque<>();
        private final List<Item> spoiled = new ArrayList<>();
        private final Map<String, Item> byNote = new HashMap<>();
        private final LinkedList<Item> log = new LinkedList<>();
        private final LinkedList<Item> mended = new LinkedList<>();
        private int ticks;

        public void tick() {
            ticks++;
        }

        public void add(Item item) {
            open.add(Objects.requireNonNull(item));
            byNote.put(item.note, item);
            log.addLast(item);
            mended.addLast(item);
        }

        public void close(int at) {
            if (at >= 0 && at < open.size()) {
                closed.push(open.remove(at));
            }
        }

        public void swap(int i, int j) {
            if (i >= 0 && j >= 0 && i < open.size() && j < open.size()) {
                open.set(i, open.set(j, open.get(i)));
            }
        }

        public void spoil(String note) {
            spoiled.add(byNote.get(note));
        }

        public void mend(int at) {
            if (at >= 0 && at < mended.size()) {
                ListIterator<Item> all = (ListIterator<Item>) mended.iterator();
                all.next();
                all.set(closed.peek());
            }
        }

        public int openOk() {
            int sum = 0;
            for (Item item : open) {
                sum += item.name.length();
            }
            return sum;
        }

        public int lastClosedOk() {
            Item item = closed.peek();
            return item == null ? 0 : item.name.length();
        }

        public int loggedOk() {
            int sum = 0;
            for (Item item : log) {
                sum += item.name.length();
            }
            return sum;
        }

        public int spoiledBad() {
            if (ticks < 40) {
                return 0;
            }
            int sum = 0;
            for (Item item : spoiled) {
                sum += item.cents;
            }
            return sum;
        }

        public int mendedBad() {
            if (ticks < 40) {
                return 0;
            }
            int sum = 0;
            for (Item item : mended) {
                sum += item.cents;
            }
            return sum;
        }
    }

    /** Lists in a table, made by different code. */
    public static final class Groups {
        private final Map<String, List<Item>> groups = new HashMap<>();
        private final Map<String, List<Item>> fixed = new HashMap<>();
        private int ticks;

        public void tick() {
            ticks++;
        }

        public void add(Item item) {
            groups.computeIfAbsent(item.name, name -> new ArrayList<>()).add(item);
            fixed.putIfAbsent(item.name, new ArrayList<>());
        }

        public void freeze(String name) {
            if (fixed.containsKey(name)) {
                fixed.put(name, List.of());
            }
        }

        public int sizeOk(String name) {
            List<Item> group = groups.get(name);
            return group == null ? 0 : group.size();
        }

        public void growOk(Item item) {
            List<Item> group = groups.get("a");
            if (group != null) {
                group.add(item);
            }
        }

        public void growBad(Item item) {
            if (ticks < 40) {
                return;
            }
            List<Item> group = fixed.get("a");
            if (group != null) {
                group.add(item);
            }
        }

        public int missingBad() {
            if (ticks < 40) {
                return 0;
            }
            return groups.get("b").size();
        }
    }
}
