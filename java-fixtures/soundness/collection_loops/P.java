package collection_loops;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Loops over collections of one's own that take elements out, put other values in, or change the collection behind the iterator's back. */
public class P {
    private P() {}

    /** Lines, some of which are removed. */
    public static final class Lines {
        private final List<String> lines = new ArrayList<>();

        public void add(String line) {
            if (line != null) {
                lines.add(line);
            }
        }

        public void removeEmptyOk() {
            Iterator<String> iterator = lines.iterator();
            while (iterator.hasNext()) {
                if (iterator.next().isEmpty()) {
                    iterator.remove();
                }
            }
        }

        public void removeTwiceBad() {
            Iterator<String> iterator = lines.iterator();
            while (iterator.hasNext()) {
                if (iterator.next().isEmpty()) {
                    iterator.remove();
                    iterator.remove();
                }
            }
        }

        public void removeBehindBad() {
            Iterator<String> iterator = lines.iterator();
            while (iterator.hasNext()) {
                if (iterator.next().isEmpty()) {
                    lines.remove(0);
                }
            }
        }

        public void addBehindBad() {
            Iterator<String> iterator = lines.iterator();
            int added = 0;
            while (iterator.hasNext()) {
                if (iterator.next().isEmpty() && added++ < 3) {
                    iterator.remove();
                    lines.add("x");
                }
            }
        }

        public void backwardsOk() {
            for (int i = lines.size() - 1; i >= 0; i--) {
                if (lines.get(i).isEmpty()) {
                    lines.remove(i);
                }
            }
        }

        public void backwardsTwiceBad() {
            for (int i = lines.size() - 1; i >= 0; i--) {
                if (lines.get(i).isEmpty()) {
                    lines.remove(i);
                    lines.remove(i);
                }
            }
        }

        public void forwardsOk() {
            int i = 0;
            while (i < lines.size()) {
                if (lines.get(i).isEmpty()) {
                    lines.remove(i);
                } else {
                    i++;
                }
            }
        }

        public void forwardsBad() {
            int size = lines.size();
            for (int i = 0; i < size; i++) {
                if (lines.get(i).isEmpty()) {
                    lines.remove(i);
                }
            }
        }

        public void twoIteratorsBad() {
            Iterator<String> first = lines.iterator();
            Iterator<String> second = lines.iterator();
            while (first.hasNext() && second.hasNext()) {
                second.next();
                if (first.next().isEmpty()) {
                    first.remove();
                }
            }
        }

        public int joinedOk() {
            return String.join(", ", lines).length();
        }

        public int joinedBad(String separator) {
            return String.join(separator, lines).length();
        }
    }

    /** Names that may be null. */
    public static final class Names {
        private final List<String> names = new ArrayList<>();

        public void add(String name) {
            names.add(name);
        }

        public int joinedOk() {
            return String.join(",", names).length();
        }

        public int lengthsBad() {
            int sum = 0;
            for (String name : names) {
                sum += name.length();
            }
            return sum;
        }
    }

    /** A text that may not want to be one. */
    public static final class Wary implements CharSequence {
        private final String text;

        public Wary(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            if (text == null) {
                throw new IllegalStateException();
            }
            return text;
        }
    }

    /** Texts of any class. */
    public static final class Texts {
        private final List<CharSequence> texts = new ArrayList<>();

        public void add(CharSequence text) {
            if (text != null) {
                texts.add(text);
            }
        }

        public int joinedBad() {
            return String.join(",", texts).length();
        }

        public int joinedByBad(CharSequence separator) {
            return separator == null ? 0 : String.join(separator, new ArrayList<>(texts.size() > 100 ? texts : List.of("a"))).length();
        }
    }

    /** Steps in a ring. */
    public static final class Steps {
        private final ArrayDeque<String> steps = new ArrayDeque<>();
        private int seen;

        public void add(String step) {
            if (step != null && steps.size() < 50) {
                steps.addLast(step);
            }
        }

        public int lengthsOk() {
            int sum = 0;
            for (String step : steps) {
                sum += step.length();
            }
            return sum;
        }

        public int firstCharactersBad() {
            int sum = 0;
            for (String step : steps) {
                sum += step.charAt(0);
            }
            return sum;
        }

        public int takenFromBehindBad() {
            int sum = 0;
            for (String step : steps) {
                sum += step.length();
                if (step.isEmpty()) {
                    steps.pollLast();
                }
            }
            return sum;
        }

        public int takenFromFrontBad() {
            int sum = 0;
            for (String step : steps) {
                sum += step.length();
                steps.pollFirst();
                steps.pollFirst();
            }
            return sum;
        }

        public int removedObjectBad(Object taken) {
            int sum = 0;
            for (String step : steps) {
                sum += step.length();
                steps.removeLastOccurrence(taken);
            }
            return sum;
        }

        public int tooManyBad() {
            Iterator<String> iterator = steps.iterator();
            int sum = 0;
            while (iterator.hasNext()) {
                sum += iterator.next().length() + iterator.next().length();
            }
            return sum;
        }

        public void eachOk() {
            steps.forEach(step -> seen += step.length());
        }

        public void eachBad() {
            steps.forEach(step -> {
                if (step.isEmpty()) {
                    steps.clear();
                }
            });
        }
    }

    /** Counts by name. */
    public static final class Counts {
        private final Map<String, Integer> counts = new HashMap<>();

        public void count(String name) {
            if (name != null) {
                counts.merge(name, 1, Integer::sum);
            }
        }

        public void increaseOk() {
            for (Map.Entry<String, Integer> entry : counts.entrySet()) {
                entry.setValue(entry.getValue() + 1);
            }
        }

        public void dropZerosOk() {
            Iterator<Integer> iterator = counts.values().iterator();
            while (iterator.hasNext()) {
                if (iterator.next() == 0) {
                    iterator.remove();
                }
            }
        }

        public void dropBehindBad() {
            for (String name : counts.keySet()) {
                if (name.isEmpty()) {
                    counts.remove(name);
                }
            }
        }

        public int setBehindBad() {
            for (Map.Entry<String, Integer> entry : counts.entrySet()) {
                if (entry.getValue() > 5) {
                    counts.computeIfPresent("a", (name, count) -> count + 1);
                    counts.put("a", 0);
                    return 100 / entry.getValue();
                }
            }
            return 0;
        }

        public int countOk(String name) {
            return counts.getOrDefault(name, 0);
        }
    }

    /** Marks by name, of which some are set to nothing. */
    public static final class Marks {
        private final Map<String, Integer> marks = new TreeMap<>();

        public void mark(String name, int mark) {
            if (name != null) {
                marks.put(name, mark);
            }
        }

        public void wipe(int limit) {
            for (Map.Entry<String, Integer> entry : marks.entrySet()) {
                if (entry.getValue() != null && entry.getValue() > limit) {
                    entry.setValue(null);
                }
            }
        }

        public int sumBad() {
            int sum = 0;
            for (Integer mark : marks.values()) {
                sum += mark;
            }
            return sum;
        }

        public int afterBad(String name) {
            if (!marks.containsKey(name)) {
                return 0;
            }
            for (Map.Entry<String, Integer> entry : marks.entrySet()) {
                entry.setValue(null);
            }
            return marks.get(name);
        }
    }

    /** A chain. */
    public static final class Chain {
        private final LinkedList<String> links = new LinkedList<>();

        public void add(String link) {
            if (link != null) {
                links.add(link);
            }
        }

        public void dropBehindBad() {
            Iterator<String> iterator = links.iterator();
            while (iterator.hasNext()) {
                if (iterator.next().isEmpty()) {
                    links.removeFirst();
                }
            }
        }
    }

    /** Others have views of the names, and may give them back. */
    public static final class Shown {
        private final List<String> names = new ArrayList<>();
        private final Map<String, Integer> counts = new HashMap<>();

        public void add(String name) {
            if (name != null && names.size() < 50) {
                names.add(name);
                counts.put(name, 1);
            }
        }

        public List<String> names() {
            return Collections.unmodifiableList(names);
        }

        public Set<String> keys() {
            return Collections.unmodifiableSet(counts.keySet());
        }

        public void copyBad(List<String> others) {
            if (others != null) {
                for (String other : others) {
                    names.add("copy");
                }
            }
        }

        public void firstBad(List<String> others) {
            if (others != null && !others.isEmpty()) {
                names.clear();
                others.get(0);
            }
        }

        public void dropBad(Set<String> others) {
            if (others != null) {
                for (String other : others) {
                    counts.remove(other);
                }
            }
        }
    }

    /** Nobody else sees the names. */
    public static final class Hidden {
        private final List<String> names = new ArrayList<>();

        public void copyOk(List<String> others) {
            if (others != null) {
                for (String other : others) {
                    names.add("copy");
                }
            }
        }
    }

    /** Texts from elsewhere see to what they like when they are asked. */
    public static final class Asked {
        private final List<String> names = new ArrayList<>();
        private final List<CharSequence> texts = new ArrayList<>();

        public void add(String name) {
            if (name != null) {
                names.add(name);
            }
        }

        public void say(CharSequence text) {
            if (text != null) {
                texts.add(text);
            }
        }

        public void clear() {
            names.clear();
            texts.clear();
        }

        public String separatedBad(CharSequence separator) {
            if (separator == null || names.isEmpty()) {
                return "";
            }
            String.join(separator, names);
            return names.get(0);
        }

        public String valueBad(CharSequence text) {
            if (names.isEmpty()) {
                return "";
            }
            String.valueOf(text);
            return names.get(0);
        }

        public void eachBad() {
            for (CharSequence text : texts) {
                String.valueOf(text);
            }
        }
    }
}
