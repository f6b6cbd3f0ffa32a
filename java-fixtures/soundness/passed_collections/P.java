package passed_collections;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;

/** What can be said of lists, sets and maps that are passed in or kept, of which only the interface is known. */
public class P {
    private final List<String> own = new ArrayList<>();
    private final List<String> kept;
    private final List<String> copied;
    private List<String> changed = List.of();
    private static final List<String> SHARED = new ArrayList<>();

    public P(List<String> kept) {
        this.kept = kept == null ? List.of() : kept;
        this.copied = List.copyOf(this.kept);
    }

    /** A list of the caller's that is a list of ours. */
    public List<String> givenOut() {
        return own;
    }

    public static List<String> shared() {
        return SHARED;
    }

    public void change(List<String> names) {
        changed = names.isEmpty() ? List.copyOf(names) : names;
    }

    public void put(String name) {
        own.add(name);
        SHARED.add(name);
    }

    public static void nullBad(List<String> names) {
        if (names != null && !names.isEmpty()) {
            names.get(0).length();
        }
    }

    public static void emptyBad(List<String> names) {
        if (names != null) {
            names.get(0);
        }
    }

    public static void lastBad(List<String> names, int index) {
        if (names != null && index >= 0 && index <= names.size()) {
            names.get(index);
        }
    }

    public static void fixedBad(List<String> names) {
        if (names != null) {
            names.add("a");
        }
    }

    public static void shrunkBad(List<String> names) {
        if (names != null && !names.isEmpty()) {
            names.remove(0);
            names.get(0);
        }
    }

    public static void aliasBad(List<String> names, Collection<String> others) {
        if (names != null && others != null && !names.isEmpty()) {
            others.clear();
            names.get(0);
        }
    }

    public void ownBad(List<String> names) {
        if (names != null && !names.isEmpty()) {
            own.clear();
            names.get(0);
        }
    }

    public static void sharedBad(List<String> names) {
        if (names != null && !names.isEmpty()) {
            SHARED.clear();
            names.get(0);
        }
    }

    public static void grownBad(List<String> names) {
        if (names != null) {
            for (String name : names) {
                SHARED.add(name);
            }
        }
    }

    public static void backedBad(String[] names, List<String> others) {
        if (names != null && names.length > 0 && others != null && !others.isEmpty() && others.get(0) != null) {
            names[0] = null;
            others.get(0).length();
        }
    }

    public static void sameBad(List<String> names, Collection<String> others) {
        if (names != null && names == others) {
            throw new IllegalStateException();
        }
    }

    public static void kindBad(Collection<String> names) {
        if (names instanceof RandomAccess) {
            throw new IllegalStateException();
        }
    }

    public static void listIteratorBad(List<String> names) {
        if (names != null && names.iterator() instanceof ListIterator) {
            throw new IllegalStateException();
        }
    }

    public static void classBad(List<String> names) {
        if (names != null && names.getClass() == ArrayList.class) {
            throw new IllegalStateException();
        }
    }

    public static void twiceBad(List<String> names) {
        if (names != null && names.size() == 2 && names.get(0) == names.get(1)) {
            throw new IllegalStateException();
        }
    }

    public static void thisBad(List<Object> objects, Object one) {
        if (objects != null && !objects.isEmpty() && objects.get(0) == one) {
            throw new IllegalStateException();
        }
    }

    public static void iteratorBad(Iterator<String> names) {
        if (names != null) {
            names.next();
        }
    }

    public static void pastBad(Set<String> names) {
        if (names != null) {
            Iterator<String> iterator = names.iterator();
            if (iterator.hasNext()) {
                iterator.next();
                iterator.next();
            }
        }
    }

    public static void missingBad(Map<String, Integer> ages, String name) {
        if (ages != null && name != null) {
            ages.get(name).intValue();
        }
    }

    public static void heldBad(Map<String, Integer> ages, String name) {
        if (ages != null && name != null && ages.containsKey(name)) {
            ages.get(name).intValue();
        }
    }

    public static void refusesNullBad(Set<String> names) {
        if (names != null) {
            names.contains(null);
        }
    }

    public static void otherTypeBad(Set<Integer> numbers) {
        if (numbers != null) {
            numbers.contains("a");
        }
    }

    public static void valueBad(Map<String, Integer> ages) {
        if (ages != null) {
            for (Map.Entry<String, Integer> entry : ages.entrySet()) {
                entry.getValue().intValue();
            }
        }
    }

    public static void setBad(Map<String, Integer> ages) {
        if (ages != null) {
            for (Map.Entry<String, Integer> entry : ages.entrySet()) {
                entry.setValue(1);
            }
        }
    }

    public static void viewBad(Map<String, Integer> ages, Map<String, Integer> others) {
        if (ages != null && others != null && !ages.isEmpty()) {
            others.keySet().clear();
            ages.keySet().iterator().next();
        }
    }

    public static void sameViewBad(Map<String, Integer> ages, Map<String, Integer> others) {
        if (ages != null && others != null && ages.keySet() == others.keySet()) {
            throw new IllegalStateException();
        }
    }

    public static void sameIteratorBad(List<String> names, List<String> others) {
        if (names != null && others != null && names.iterator() == others.iterator()) {
            throw new IllegalStateException();
        }
    }

    public static void rawBad(List<?> objects) {
        if (objects != null && !objects.isEmpty()) {
            String text = (String) objects.get(0);
        }
    }

    public static void countBad(List<String> names) {
        if (names != null && 100 / (names.size() + 1) == 25) {
            throw new IllegalStateException();
        }
    }

    public void keptBad() {
        if (!kept.isEmpty()) {
            kept.get(0).length();
        }
    }

    public static void peekBad(Deque<String> names) {
        if (names != null && !names.isEmpty()) {
            names.peekFirst().length();
        }
    }

    public static void arrayBad(Collection<String> names) {
        if (names != null && names.toArray().length == 3) {
            throw new IllegalStateException();
        }
    }

    public int changedBad() {
        int sum = 0;
        for (String name : changed) {
            sum += name.length();
        }
        return sum;
    }
}
