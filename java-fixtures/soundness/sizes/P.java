package sizes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** How much collections hold that objects keep: where code elsewhere comes by one, it may hold less. */
public class P {
    /** Two objects have one list. */
    public static final class Twin {
        private final List<Integer> all;
        private int count;

        public Twin() {
            all = new ArrayList<>();
        }

        public Twin(Twin other) {
            all = other.all;
            count = other.count;
        }

        public void add(int value) {
            all.add(value);
            count++;
        }

        public void removeLast() {
            if (count > 0 && !all.isEmpty()) {
                all.remove(all.size() - 1);
                count--;
            }
        }

        public int twinBad() {
            return count > 0 ? all.get(count - 1) : 0;
        }
    }

    /** Its iterator is given out. */
    public static final class Iterated {
        private final List<Integer> all = new ArrayList<>();

        public Iterated() {
            all.add(1);
        }

        public Iterator<Integer> iterator() {
            return all.iterator();
        }

        public int iteratedBad() {
            return all.get(0);
        }
    }

    /** Views of its table are given out. */
    public static final class Viewed {
        private final Map<String, Integer> byName = new HashMap<>();
        private final Map<String, Integer> other = new HashMap<>();

        public Viewed() {
            byName.put("a", 1);
            other.put("a", 1);
        }

        public Set<String> names() {
            return byName.keySet();
        }

        public Collection<Integer> values() {
            Collection<Integer> values = other.values();
            return values;
        }

        public int keysBad() {
            return 1 / byName.size();
        }

        public int valuesBad() {
            return 1 / other.size();
        }
    }

    /** A copy has the same list. */
    public static class Copied implements Cloneable {
        private final List<Integer> all = new ArrayList<>();
        private int count;

        public void add(int value) {
            all.add(value);
            count++;
        }

        public void clear() {
            all.clear();
            count = 0;
        }

        @Override
        public Copied clone() {
            try {
                return (Copied) super.clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        public int copiedBad() {
            return count > 0 ? all.get(count - 1) : 0;
        }
    }

    /** A subclass from elsewhere may make copies. */
    public static class Extended {
        private final List<Integer> all = new ArrayList<>();
        private int count;

        public void add(int value) {
            all.add(value);
            count++;
        }

        public void clear() {
            all.clear();
            count = 0;
        }

        public int extendedBad() {
            return count > 0 ? all.get(count - 1) : 0;
        }
    }

    /** Code that changes it is given out. */
    public static final class Actions {
        private final List<Integer> all = new ArrayList<>();
        private final List<Integer> others = new ArrayList<>();
        private final List<Integer> inner = new ArrayList<>();

        public Actions() {
            all.add(1);
            others.add(1);
            inner.add(1);
        }

        public Runnable clearing() {
            return () -> all.clear();
        }

        public Predicate<Integer> removing() {
            return others::remove;
        }

        public Runnable drained() {
            return new Runnable() {
                @Override
                public void run() {
                    inner.remove(0);
                }
            };
        }

        public int lambdaBad() {
            return all.get(0);
        }

        public int referenceBad() {
            return others.get(0);
        }

        public int innerBad() {
            return inner.get(0);
        }
    }

    /** A caller's code runs while it is empty. */
    public static final class Amid {
        private final List<Integer> all = new ArrayList<>();

        public Amid() {
            all.add(1);
        }

        public void refill(Consumer<Amid> amid) {
            all.clear();
            amid.accept(this);
            all.add(1);
        }

        public int amidBad() {
            return all.get(0);
        }
    }

    /** What is thrown leaves it empty. */
    public static final class Thrown {
        private final List<Integer> all = new ArrayList<>();

        public Thrown() {
            all.add(1);
        }

        public void replace(String number) {
            all.clear();
            all.add(Integer.parseInt(number));
        }

        public int thrownBad() {
            return all.get(0);
        }
    }

    /** One list by two names. */
    public static final class Names {
        private final List<Integer> one;
        private final List<Integer> same;
        private int count;

        public Names() {
            List<Integer> made = new ArrayList<>();
            made.add(1);
            one = made;
            same = made;
        }

        public void clear() {
            same.clear();
        }

        public int namesBad() {
            return one.get(0);
        }
    }

    /** It is passed to code that changes it. */
    public static final class Passed {
        private final List<Integer> all = new ArrayList<>();
        private final List<Integer> synchronised = new ArrayList<>();
        private final List<Integer> part = new ArrayList<>();
        private final List<Integer> asked = new ArrayList<>();

        public Passed() {
            all.add(1);
            synchronised.add(1);
            part.add(1);
            asked.add(1);
        }

        public void drop() {
            dropAll(all);
        }

        private static void dropAll(List<Integer> list) {
            list.clear();
        }

        public List<Integer> synchronised() {
            return java.util.Collections.synchronizedList(synchronised);
        }

        public List<Integer> part() {
            return part.subList(0, part.size());
        }

        public boolean isLike(Object other) {
            return Objects.equals(other, asked);
        }

        public int passedBad() {
            return all.get(0);
        }

        public int synchronisedBad() {
            return synchronised.get(0);
        }

        public int partBad() {
            return part.get(0);
        }

        public int askedBad() {
            return asked.get(0);
        }
    }

    /** Another class of the package changes it. */
    public static final class Neighbour {
        final List<Integer> all = new ArrayList<>();

        public Neighbour() {
            all.add(1);
        }

        public int neighbourBad() {
            return all.get(0);
        }
    }

    public static void empty(Neighbour neighbour) {
        neighbour.all.removeIf(value -> value > 0);
    }

    /** An iterator in the class takes out. */
    public static final class Own {
        private final LinkedList<Integer> all = new LinkedList<>();
        private final Map<String, Integer> table = new HashMap<>();

        public Own() {
            all.add(1);
            table.put("a", 1);
        }

        public void expire() {
            Iterator<Integer> each = all.iterator();
            while (each.hasNext()) {
                each.next();
                each.remove();
            }
        }

        public void retain(Set<String> names) {
            table.keySet().retainAll(names);
        }

        public int ownBad() {
            return all.get(0);
        }

        public int tableBad() {
            return 1 / table.size();
        }
    }

    /** What is asked of its elements decides what stays. */
    public static final class Sifted {
        private final List<String> all = new ArrayList<>();
        private final LinkedList<String> kept = new LinkedList<>();
        private final Map<String, String> table = new HashMap<>();

        public Sifted(String first) {
            all.add(Objects.requireNonNull(first));
            kept.add(first);
            table.put(first, first);
        }

        public boolean removeAll(String text) {
            return all.removeIf(each -> each.equals(text));
        }

        public void sift(Predicate<String> predicate) {
            kept.removeIf(predicate);
        }

        public void sift(Collection<String> others) {
            table.values().removeAll(others);
        }

        public String siftedBad() {
            return all.get(0);
        }

        public String keptBad() {
            return kept.getFirst();
        }

        public int sievedBad() {
            return 1 / table.size();
        }
    }

    /** Some of the lists that it keeps may be changed. */
    public static final class Mixed {
        private final List<String> names;

        public Mixed(List<String> names, boolean copies) {
            if (names.isEmpty()) {
                throw new IllegalArgumentException();
            }
            this.names = copies ? List.copyOf(names) : names;
        }

        public String mixedBad() {
            return names.get(0);
        }
    }

    /** No element is put in where a loop does not run. */
    public static final class Filled {
        private final List<Integer> all = new ArrayList<>();

        public Filled(int count) {
            for (int index = 0; index < count; index++) {
                all.add(index);
            }
        }

        public int filledBad() {
            return all.get(0);
        }
    }

    /** The text is shorter than the place in it. */
    public static final class Cursor {
        private String text;
        private int place;

        public Cursor(String text) {
            this.text = Objects.requireNonNull(text);
        }

        public void reset(String text) {
            this.text = Objects.requireNonNull(text);
        }

        public void skip() {
            if (place < text.length()) {
                place++;
            }
        }

        public String cursorBad() {
            return text.substring(place);
        }
    }

    /** The object is seen before anything is in it. */
    public static class Early {
        static Early last;
        private final List<Integer> all = new ArrayList<>();

        public Early(int value) {
            last = this;
            if (value < 0) {
                throw new IllegalArgumentException();
            }
            all.add(value);
        }

        public static Early last() {
            return last;
        }

        public int earlyBad() {
            return all.get(0);
        }
    }

    /** A list in place of the old one. */
    public static final class Replaced {
        private List<Integer> all = new ArrayList<>(Arrays.asList(1));

        public void replace(int count) {
            all = new ArrayList<>();
            for (int index = 0; index < count; index++) {
                all.add(index);
            }
        }

        public int replacedBad() {
            return all.get(0);
        }
    }

    /** Numbers of the object and of its list part. */
    public static final class Parted {
        private final List<Integer> all = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        private int next;

        public void add(int value, String name) {
            all.add(value);
            if (name != null) {
                names.add(name);
            }
        }

        public int next() {
            if (all.isEmpty()) {
                return 0;
            }
            next = (next + 1) % all.size();
            return all.get(next);
        }

        public void remove() {
            if (!all.isEmpty()) {
                all.remove(0);
            }
        }

        public int nextBad() {
            return all.isEmpty() ? 0 : all.get(next);
        }

        public String nameBad() {
            return all.isEmpty() ? "" : names.get(all.size() - 1);
        }
    }

    /** A copy of what is passed in, which nobody can change. */
    public static final class Page {
        private final List<String> lines;
        private final List<Integer> widths;

        public Page(List<String> lines, List<Integer> widths) {
            this.lines = List.copyOf(lines);
            this.widths = List.copyOf(widths);
            if (this.lines.isEmpty()) {
                throw new IllegalArgumentException("no lines");
            }
        }

        public String firstLineOk() {
            return lines.get(0);
        }

        public String lastLineOk() {
            return lines.get(lines.size() - 1);
        }

        /** Nothing is asked of these. */
        public int firstWidthBad() {
            return widths.get(0);
        }

        public String secondLineBad() {
            return lines.get(1);
        }
    }

    /** What is asked of the list is not what is asked of its copy, since it is changed before that. */
    public static final class Shortened {
        private final List<String> lines;

        public Shortened(List<String> lines) {
            if (lines.isEmpty()) {
                throw new IllegalArgumentException("no lines");
            }
            lines.remove(0);
            this.lines = List.copyOf(lines);
        }

        public String shortenedBad() {
            return lines.get(0);
        }
    }

    /** Where something is null there is no copy. */
    public static final class WithoutNulls {
        private final List<String> lines;

        public WithoutNulls(List<String> lines) {
            if (lines.isEmpty()) {
                throw new IllegalArgumentException("no lines");
            }
            List<String> copy;
            try {
                copy = List.copyOf(lines);
            } catch (NullPointerException hasNull) {
                copy = List.of();
            }
            this.lines = copy;
        }

        public String withoutNullsBad() {
            return lines.get(0);
        }
    }

    /** A copy of what nobody can change is that. */
    public static int isCopyBad(List<String> lines) {
        return lines != null && List.copyOf(lines) == lines ? 1 / (lines.size() - 1) : 0;
    }

    public static int isNoCopyBad(List<String> lines) {
        return lines != null && !lines.contains(null) && List.copyOf(lines) != lines ? 1 / (lines.size() - 1) : 0;
    }

    /** What is copied is changed afterwards, and the copy is not. */
    public static int copiedBeforeBad(List<String> lines) {
        List<String> copy = List.copyOf(lines);
        lines.add("");
        return copy.isEmpty() ? 1 / (lines.size() - 1) : 0;
    }
}
