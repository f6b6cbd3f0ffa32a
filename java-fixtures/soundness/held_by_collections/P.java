package held_by_collections;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What an object's own collections hold, by all the ways in which something comes into one, or out of sight. */
public class P {
    private final List<String> names = new ArrayList<>();
    private final List<String> checked = new ArrayList<>();
    private final List<String> raw = new ArrayList<>();
    private final List<String> givenOut = new ArrayList<>();
    private final List<String> viewed = new ArrayList<>();
    private final List<String> iterated = new ArrayList<>();
    private final List<String> replaced = new ArrayList<>();
    private final List<String> captured = new ArrayList<>();
    private final List<String> lent = new ArrayList<>();
    private final List<String> stored = new ArrayList<>();
    private final List<String> merged = new ArrayList<>();
    private final List<String> other = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, Integer> entries = new HashMap<>();
    private final Map<String, Integer> computed = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final Deque<Integer> queue = new ArrayDeque<>();
    private final LinkedList<String> linked = new LinkedList<>();
    private final List<String> copied;
    private final List<String> filled;
    private List<String> late;
    private final Map<Key, Integer> keyed = new HashMap<>();
    private final List<Object> objects = new ArrayList<>();
    private final List<String> own = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Deque<String> waiting = new ArrayDeque<>();

    public P() {
        copied = new ArrayList<>();
        List<String> before = new ArrayList<>();
        before.add(null);
        filled = before;
    }

    public P(Collection<String> all) {
        copied = new ArrayList<>(all);
        filled = new ArrayList<>();
    }

    // What may be null, or of another type.

    public void add(String name) {
        names.add(name);
    }

    public int lengthsBad() {
        int sum = 0;
        for (String name : names) {
            sum += name.length();
        }
        return sum;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public void addRaw(Integer number) {
        ((List) raw).add(number);
    }

    public String rawBad() {
        return raw.isEmpty() ? "" : raw.get(0);
    }

    public void addGivenOut(String name) {
        givenOut.add(Objects.requireNonNull(name));
    }

    public List<String> givenOut() {
        return givenOut;
    }

    public int givenOutBad() {
        return givenOut.isEmpty() ? 0 : givenOut.get(0).length();
    }

    public List<String> part() {
        return viewed.subList(0, viewed.size());
    }

    public int viewedBad() {
        return viewed.isEmpty() ? 0 : viewed.get(0).length();
    }

    public void addIterated(String name) {
        ListIterator<String> iterator = iterated.listIterator();
        iterator.add(name);
    }

    public int iteratedBad() {
        return iterated.isEmpty() ? 0 : iterated.get(0).length();
    }

    public void replace(String name) {
        replaced.add("");
        replaced.replaceAll(old -> name);
    }

    public int replacedBad() {
        return replaced.isEmpty() ? 0 : replaced.get(0).length();
    }

    public Consumer<String> captured() {
        return captured::add;
    }

    public int capturedBad() {
        return captured.isEmpty() ? 0 : captured.get(0).length();
    }

    public void lend(Consumer<List<String>> borrower) {
        borrower.accept(lent);
    }

    public int lentBad() {
        return lent.isEmpty() ? 0 : lent.get(0).length();
    }

    public void store(List<String>[] places) {
        places[0] = stored;
    }

    public int storedBad() {
        return stored.isEmpty() ? 0 : stored.get(0).length();
    }

    public void either(boolean first, String name) {
        List<String> one = first ? merged : other;
        one.add(name);
    }

    public int mergedBad() {
        return merged.isEmpty() ? 0 : merged.get(0).length();
    }

    public int otherBad() {
        return other.isEmpty() ? 0 : other.get(0).length();
    }

    public void addAll(Collection<String> all) {
        checked.addAll(all);
    }

    public int addedBad() {
        return checked.isEmpty() ? 0 : checked.get(0).length();
    }

    public int copiedBad() {
        return copied.isEmpty() ? 0 : copied.get(0).length();
    }

    public int filledBad() {
        return filled.isEmpty() ? 0 : filled.get(0).length();
    }

    public void setLate(List<String> late) {
        this.late = late;
    }

    public int lateBad() {
        return late == null || late.isEmpty() ? 0 : late.get(0).length();
    }

    public void count(String name, Integer count) {
        counts.put(name, count);
    }

    public int countBad(String name) {
        return counts.containsKey(name) ? counts.get(name) : 0;
    }

    public void change(String name) {
        entries.put(name, 1);
        for (Map.Entry<String, Integer> entry : entries.entrySet()) {
            entry.setValue(null);
        }
    }

    public int changedBad() {
        int sum = 0;
        for (int value : entries.values()) {
            sum += value;
        }
        return sum;
    }

    public void compute(String name, Supplier<Integer> supplier) {
        computed.put(name, 1);
        computed.replaceAll((key, old) -> supplier.get());
    }

    public int computedBad() {
        int sum = 0;
        for (int value : computed.values()) {
            sum += value;
        }
        return sum;
    }

    public final List<String> open = new ArrayList<>();
    protected final List<String> guarded = new ArrayList<>();
    private final LinkedList<String> sequential = new LinkedList<>();
    private final AtomicReference<Integer> reference = new AtomicReference<>();
    private final ArrayList<String> drained = new ArrayList<>();
    private final HashMap<Object, String> colliding = new HashMap<>();
    private HashMap<String, String> loaded = new HashMap<>();
    private ArrayList<String> chosen = new ArrayList<>();

    public int openBad() {
        return open.isEmpty() ? 0 : open.get(0).length();
    }

    public int guardedBad() {
        return guarded.isEmpty() ? 0 : guarded.get(0).length();
    }

    public void addSequential(String name) {
        sequential.add(Objects.requireNonNull(name));
    }

    public Iterator<String> sequential() {
        return sequential.iterator();
    }

    public int sequentialBad() {
        return sequential.isEmpty() ? 0 : sequential.get(0).length();
    }

    public int referenceBad() {
        return reference.get();
    }

    public void drain(Collection<String> into) {
        into.addAll(drained);
    }

    public int drainedBad() {
        return drained.isEmpty() ? 0 : drained.get(0).length();
    }

    public void choose(boolean first) {
        ArrayList<String> one = new ArrayList<>();
        ArrayList<String> two = new ArrayList<>();
        ArrayList<String> either = first ? one : two;
        chosen = one;
        either.add(null);
    }

    public int chosenBad() {
        return chosen.isEmpty() ? 0 : chosen.get(0).length();
    }

    public void load(Map<String, String> all) {
        HashMap<String, String> table = new HashMap<>();
        try {
            table.putAll(all);
        } catch (RuntimeException failure) {
            loaded = table;
        }
    }

    public int loadedBad() {
        String found = loaded.get("a");
        return loaded.containsKey("a") ? found.length() : 0;
    }

    public void collide(Object key) {
        colliding.put(key, "");
    }

    public void collidingBad(String key) {
        colliding.put(key, "");
    }

    /** Puts more into what it is given. */
    public static class Drain extends ArrayList<String> {
        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public boolean addAll(Collection<? extends String> all) {
            boolean isChanged = super.addAll(all);
            ((Collection) all).add(null);
            return isChanged;
        }
    }

    /** All hash alike, and none can be compared. */
    public static class Colliding implements Comparable<Colliding> {
        @Override
        public int hashCode() {
            return 5;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int compareTo(Colliding other) {
            throw new IllegalStateException();
        }
    }

    private static final class Cell {
        private int number = 1;
    }

    private final List<Cell> cells = new ArrayList<>();
    private final LinkedList<Cell> chain = new LinkedList<>();
    private final Map<String, Cell> named = new HashMap<>();

    public void cellBad() {
        Cell cell = new Cell();
        cells.add(cell);
        cell.number = 0;
        int last = cells.get(cells.size() - 1).number;
        cell.number = 1;
        assert last == 1;
    }

    public void chainBad() {
        Cell cell = new Cell();
        chain.clear();
        chain.add(new Cell());
        chain.add(cell);
        chain.remove(0);
        cell.number = 0;
        int first = chain.get(0).number;
        cell.number = 1;
        assert first == 1;
    }

    public void namedBad(String name) {
        Cell cell = new Cell();
        named.put(name, cell);
        cell.number = 0;
        Cell found = named.get(name);
        int number = found == null ? 1 : found.number;
        cell.number = 1;
        assert number == 1;
    }

    // Sizes.

    public int firstBad() {
        return names.get(0) == null ? 0 : 1;
    }

    public int removeBad() {
        names.remove(0);
        return 0;
    }

    public int addedTwiceBad(String name) {
        names.add(name);
        names.add(name);
        assert names.size() == 2;
        return 0;
    }

    public void removedBad(String name) {
        int before = names.size();
        names.remove(name);
        assert names.size() == before;
    }

    public void putBad(String name) {
        int before = counts.size();
        counts.put(name, 1);
        assert counts.size() == before + 1;
    }

    public void seenBad(String name) {
        int before = seen.size();
        seen.add(name);
        assert seen.size() == before + 1;
    }

    public void clearedBad() {
        names.clear();
        assert !names.isEmpty();
    }

    public void indexBad(String name) {
        assert names.indexOf(name) <= 0;
    }

    public int poppedBad() {
        return queue.pop();
    }

    public void push(int number) {
        queue.push(number);
    }

    public int linkedBad(int index) {
        return linked.get(index) == null ? 0 : 1;
    }

    public int changedWhileIteratedBad(String added) {
        int count = 0;
        for (String name : names) {
            names.add(added);
            count++;
        }
        return count;
    }

    public void keyBad(Key key) {
        keyed.put(key, 1);
    }

    /** Throws where it is hashed. */
    public static class Key {
        @Override
        public int hashCode() {
            throw new IllegalStateException();
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    public void findBad(Object sought) {
        objects.add("");
        objects.contains(sought);
    }

    // What holds.

    public void own(String name) {
        own.add(Objects.requireNonNull(name));
    }

    public void ownAddedOk() {
        int before = own.size();
        own.add("added");
        assert own.size() == before + 1;
    }

    public int ownFirstOk() {
        return own.isEmpty() ? 0 : own.get(0).length();
    }

    public void ownRemovedOk() {
        if (!own.isEmpty()) {
            int before = own.size();
            own.remove(0);
            assert own.size() == before - 1;
        }
    }

    public void ownClearedOk() {
        own.clear();
        assert own.isEmpty();
    }

    public boolean ownContainsOk(String name) {
        return own.contains(name);
    }

    public void ownIndexOk(String name) {
        int index = own.indexOf(name);
        assert index >= -1 && index < own.size();
    }

    public List<String> ownView() {
        return Collections.unmodifiableList(own);
    }

    public void numberOk(String name, int number) {
        int before = numbers.size();
        numbers.put(name, number);
        assert numbers.size() == before || numbers.size() == before + 1;
    }

    public int numberOfOk(String name) {
        Integer number = numbers.get(name);
        return number == null ? 0 : number;
    }

    public boolean hasOk(String name) {
        return numbers.containsKey(name) || known.contains(name);
    }

    public void rememberOk(String name) {
        known.add(name);
    }

    public void waitOk(String name) {
        waiting.addLast(Objects.requireNonNullElse(name, ""));
    }

    public int firstWaitingOk() {
        return waiting.isEmpty() ? 0 : waiting.peekFirst().length();
    }

    public int lastWaitingOk() {
        return waiting.isEmpty() ? 0 : waiting.getLast().length() + waiting.getFirst().length() + waiting.peekLast().length();
    }

    public void servedOk() {
        if (!waiting.isEmpty()) {
            String name = waiting.pollLast();
            assert name.length() >= 0;
        }
    }

    public void servedTwiceBad() {
        if (!waiting.isEmpty()) {
            waiting.pop();
            waiting.removeFirst();
        }
    }

    public int nobodyBad() {
        return waiting.peekLast().length();
    }

    private final Map<String, Integer> summed = new HashMap<>();
    private final Map<String, Integer> mixed = new HashMap<>();

    public void sum(String name, int number) {
        summed.merge(name, number, Integer::sum);
        summed.computeIfPresent(name, (key, old) -> old < 0 ? null : old);
    }

    public int sumOk(String name) {
        return summed.containsKey(name) ? summed.get(name) : 0;
    }

    public int sumBad(String name) {
        return summed.get(name);
    }

    public void mix(String name, Integer number) {
        mixed.put(name, number);
        mixed.computeIfAbsent("", key -> 1);
    }

    public int mixedBad(String name) {
        return mixed.containsKey(name) ? mixed.get(name) : 0;
    }
}
