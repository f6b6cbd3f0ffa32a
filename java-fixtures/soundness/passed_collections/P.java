package passed_collections;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** An object of which a number is changed by whoever comes by it. */
    static final class Cell {
        int number = 1;
    }

    interface Shape {
    }

    enum Kind implements Shape {
        DOT
    }

    static final class Circle implements Shape {
        private final int radius;

        Circle(int radius) {
            this.radius = radius;
        }

        @Override
        public boolean equals(Object other) {
            return ((Circle) other).radius == radius;
        }

        @Override
        public int hashCode() {
            return radius;
        }
    }

    private final Cell[] cells = new Cell[4];

    /** A view of the object's own array. */
    List<Cell> cells() {
        return Arrays.asList(cells);
    }

    int ownArrayBad(List<Cell> others) {
        Cell mine = new Cell();
        cells[0] = mine;
        if (others != null && !others.isEmpty() && others.get(0) != null) {
            others.get(0).number = 0;
        }
        return 1 / mine.number;
    }

    static int loopOverOwnBad(Cell[] cells, List<Cell> others) {
        if (cells == null || others == null || cells.length == 0) {
            return 0;
        }
        Cell mine = new Cell();
        cells[0] = mine;
        for (Cell other : others) {
            if (other != null) {
                other.number = 0;
            }
        }
        return 1 / mine.number;
    }

    public static boolean mixedBad(Set<Number> numbers, Long number) {
        return numbers != null && number != null && numbers.contains(number);
    }

    static boolean noOrderBad(Set<Cell> cells) {
        return cells != null && cells.contains(new Cell());
    }

    static boolean comparedBad(Set<Shape> shapes) {
        return shapes != null && shapes.contains(Kind.DOT);
    }

    public static void entriesBad(Map<String, String> names) {
        if (names != null && names.entrySet() != names.entrySet()) {
            throw new IllegalStateException();
        }
    }

    public static void orderBad(Map<String, String> names, String name) {
        if (names != null && name != null) {
            Iterator<String> values = names.values().iterator();
            if (values.hasNext()) {
                values.next();
                names.get(name);
            }
            if (values.hasNext()) {
                values.next();
            }
        }
    }

    public static void arrayKindBad(Object[] objects) {
        if (objects instanceof String[]) {
            throw new IllegalStateException();
        }
    }

    /** What a loop has put into a variable may be what the method has made before. */
    static int variableBad(int count) {
        Cell mine = new Cell();
        Cell last = new Cell();
        for (int index = 0; index < count; index++) {
            if (index == 3000) {
                last = mine;
            }
        }
        last.number = 0;
        return 1 / mine.number;
    }

    static int listVariableBad(int count) {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        first.add("a");
        List<String> any = second;
        for (int index = 0; index < count; index++) {
            second.add("b");
            if (index == 3000) {
                any = first;
            }
        }
        any.clear();
        return first.get(0).length();
    }

    static int filledBad(int count) {
        String[] names = new String[5000];
        names[7] = "a";
        for (int index = 0; index < count && index < 5000; index++) {
            names[index] = index == 4000 ? null : "b";
        }
        return count > 4500 ? names[4000].length() : names[7].length();
    }

    static int filledListBad(int count) {
        List<String> names = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            names.add("a");
        }
        if (names.size() == 4000) {
            throw new IllegalStateException();
        }
        return names.size();
    }

    int clearedBad(int count) {
        own.clear();
        own.add("a");
        for (int index = 0; index < count; index++) {
            if (index == 3000) {
                own.clear();
            }
        }
        return own.get(0).length();
    }

    int iteratedBad(int count) {
        own.add("a");
        Iterator<String> names = own.iterator();
        for (int index = 3000; index < count; index++) {
            own.add("b");
        }
        return names.next().length();
    }

    /** A part that others only see with a size. */
    static final class Part {
        private int size;

        Part(int size) {
            this.size = Math.max(size, 1);
        }
    }

    static int partsBad(int count) {
        List<Part> parts = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            Part part = new Part(1);
            part.size = index == 3000 ? 0 : 1;
            parts.add(part);
        }
        int sum = 0;
        for (Part part : parts) {
            sum += 10 / part.size;
        }
        for (Part part : parts) {
            part.size = 1;
        }
        return sum;
    }

    private final Deque<Cell> waiting = new ArrayDeque<>();

    int queuedBad(int count) {
        Cell mine = new Cell();
        for (int index = 0; index < count; index++) {
            if (index >= 3000) {
                waiting.addFirst(mine);
            }
        }
        Cell first = waiting.peek();
        if (first != null) {
            first.number = 0;
        }
        return 1 / mine.number;
    }

    static int sameTextBad(int count) {
        String mine = "q" + count;
        String last = "";
        for (int index = 0; index < count; index++) {
            if (index == 3000) {
                last = mine;
            }
        }
        return last == mine ? 1 / (count - count) : 0;
    }

    private static final Object NONE = "none";

    public static Object none() {
        return NONE;
    }

    public static int sentinelBad(Object object, int count) {
        return object == NONE ? 1 / (count - count) : 0;
    }

    public static int boxBad(Object object, int count) {
        return object == Boolean.TRUE ? 1 / (count - count) : 0;
    }

    static int textBad(int count) {
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < count; index++) {
            text.append("ab");
        }
        return 1 / (text.length() - 8000);
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
