package filled_arrays;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Arrays of references that only their objects come by: which elements are objects, and how long the arrays are that they hold. */
public class P {
    /** Loops that do not fill all. */
    public static final class Partly {
        private final String[] first = new String[4];
        private final String[] last = new String[4];
        private final String[] steps = new String[4];
        private final String[] some = new String[4];
        private final String[] broken = new String[4];
        private final String[] caught = new String[4];
        private final String[] changed;
        private final String[] longer;
        private final String[] whole = new String[4];

        public Partly(int count, int limit) {
            if (count < 1 || count > 8) {
                throw new IllegalArgumentException();
            }
            for (int i = 1; i < first.length; i++) {
                first[i] = "a";
            }
            for (int i = 0; i < last.length - 1; i++) {
                last[i] = "a";
            }
            for (int i = 0; i < steps.length; i += 2) {
                steps[i] = "a";
            }
            for (int i = 0; i < some.length; i++) {
                if (i != limit) {
                    some[i] = "a";
                }
            }
            for (int i = 0; i < broken.length; i++) {
                if (i == limit) {
                    break;
                }
                broken[i] = "a";
            }
            int at = 0;
            try {
                for (; at < caught.length; at++) {
                    caught[at] = String.valueOf(4 / (limit - at));
                }
            } catch (ArithmeticException e) {
                at = caught.length;
            }
            changed = new String[count];
            count--;
            for (int i = 0; i < count; i++) {
                changed[i] = "a";
            }
            longer = new String[count + 1];
            for (int i = 0; i < count; i++) {
                longer[i] = "a";
            }
            for (int i = 0; i < whole.length; i++) {
                whole[i] = "a";
            }
        }

        public int firstBad() {
            return first[0].length();
        }

        public int lastBad() {
            return last[3].length();
        }

        public int stepsBad() {
            return steps[1].length();
        }

        public int someBad(int i) {
            return i < 0 || i >= 4 ? 0 : some[i].length();
        }

        public int brokenBad(int i) {
            return i < 0 || i >= 4 ? 0 : broken[i].length();
        }

        public int caughtBad(int i) {
            return i < 0 || i >= 4 ? 0 : caught[i].length();
        }

        public int changedBad(int i) {
            return i < 0 || i >= changed.length ? 0 : changed[i].length();
        }

        public int longerBad(int i) {
            return i < 0 || i >= longer.length ? 0 : longer[i].length();
        }

        public int wholeOk(int i) {
            return i < 0 || i >= whole.length ? 0 : whole[i].length();
        }
    }

    /** Others come by an array, or something else is put into one. */
    public static final class Shared {
        private final String[] given = {"a", "b"};
        private final String[] passed = {"a", "b"};
        private final String[] viewed = {"a", "b"};
        private final String[] named = {"a", "b"};
        private final String[] chosen = {"a", "b"};
        private final String[] filled = {"a", "b"};
        private final String[] copied = {"a", "b"};
        private final String[] captured = {"a", "b"};
        private final String[] kept;
        private String[] grown = {"a", "b"};
        private final Object[] both = {"a", "b"};
        private final String[] own = {"a", "b"};

        public Shared(String... kept) {
            this.kept = kept;
        }

        public String[] give() {
            return given;
        }

        public int givenBad() {
            return given[0].length();
        }

        private static void clear(Object[] array) {
            array[0] = null;
        }

        public void pass() {
            clear(passed);
        }

        public int passedBad() {
            return passed[0].length();
        }

        public List<String> view() {
            return Arrays.asList(viewed);
        }

        public int viewedBad() {
            return viewed[0].length();
        }

        public void name(String text) {
            String[] local = named;
            local[1] = text;
        }

        public int namedBad() {
            return named[1].length();
        }

        public void choose(boolean first, String text) {
            (first ? chosen : passed)[0] = text;
        }

        public int chosenBad() {
            return chosen[0].length();
        }

        public void fill(String text) {
            Arrays.fill(filled, text);
        }

        public int filledBad() {
            return filled[0].length();
        }

        public void copy(String[] from) {
            System.arraycopy(from, 0, copied, 0, 1);
        }

        public int copiedBad() {
            return copied[0].length();
        }

        public Runnable capture() {
            String[] local = captured;
            return () -> local[0] = null;
        }

        public int capturedBad() {
            return captured[0].length();
        }

        public int keptBad() {
            return kept == null || kept.length == 0 ? 0 : kept[0].length();
        }

        public void grow() {
            if (grown.length < 16) {
                grown = Arrays.copyOf(grown, grown.length + 1);
            }
        }

        public int grownBad(int i) {
            return i < 0 || i >= grown.length ? 0 : grown[i].length();
        }

        public int bothBad(int i) {
            return i < 0 || i >= 2 ? 0 : ((Integer) both[i]);
        }

        public int ownOk() {
            return own[1].length() + Arrays.toString(own).length();
        }
    }

    /** Rows of other lengths, and rows that are null. */
    public static final class Rows {
        private final int width;
        private final int height;
        private final int most;
        private final int[][] cells;
        private final int[][] more;
        private final int[][] turned;
        private final int[][] replaced = new int[2][3];
        private final int[][] ragged = new int[3][];
        private final int[][] late = new int[2][];

        public Rows(int width, int height) {
            if (width < 1 || height < 1 || width > 9 || height > 9) {
                throw new IllegalArgumentException();
            }
            this.width = width;
            this.height = height;
            this.most = width + 1;
            cells = new int[height][width];
            more = new int[height][width];
            turned = new int[width][height];
            for (int i = 0; i < ragged.length; i++) {
                ragged[i] = new int[i];
            }
        }

        public int moreBad(int y) {
            return y < 0 || y >= height ? 0 : more[y][most - 1];
        }

        public int turnedBad(int x, int y) {
            return x < 0 || x >= width || y < 0 || y >= height ? 0 : turned[y][x];
        }

        public void replace(int[] row) {
            replaced[0] = row;
        }

        public int nullBad() {
            return replaced[0].length;
        }

        public int shortBad() {
            return replaced[0] == null ? 0 : replaced[0][2];
        }

        public int raggedBad(int i, int j) {
            return i < 0 || i > 2 || j < 0 || j > 1 ? 0 : ragged[i][j];
        }

        public int lateBad() {
            return late[1].length;
        }

        public void shorten(int y) {
            if (y >= 0 && y < height) {
                cells[y] = new int[1];
            }
        }

        public int cellBad(int x, int y) {
            return x < 0 || x >= width || y < 0 || y >= height ? 0 : cells[y][x];
        }
    }

    /** Rows that are all as long. */
    public static final class Plain {
        private final int height;
        private final int[][] plain;
        private final int width;

        public Plain(int width, int height) {
            if (width < 1 || height < 1) {
                throw new IllegalArgumentException();
            }
            plain = new int[height][width];
            this.width = width;
            this.height = height;
        }

        public Plain(int size) {
            this(size, size);
        }

        public int plainOk(int x, int y) {
            return x < 0 || x >= width || y < 0 || y >= height ? 0 : plain[y][x];
        }
    }

    /** Rows that another object has too, which is wider. */
    public static final class Lent {
        private final int width;
        private int[][] cells;

        public Lent(int width) {
            if (width < 1 || width > 9) {
                throw new IllegalArgumentException();
            }
            this.width = width;
            cells = new int[2][width];
        }

        public void lend(Lent other) {
            if (other != null) {
                other.cells = cells;
            }
        }

        public int cellBad(int x) {
            return x < 0 || x >= width ? 0 : cells[1][x];
        }
    }

    /** Constructors that do not agree. */
    public static final class Several {
        private final int width;
        private final int[][] cells;
        private final String[] names;

        public Several(int width) {
            this.width = Math.floorMod(width, 9) + 1;
            cells = new int[2][this.width];
            names = new String[] {"a", "b"};
        }

        public Several(int width, int used) {
            this.width = Math.floorMod(width, 9) + 1;
            cells = new int[2][Math.floorMod(used, 9) + 1];
            names = new String[2];
        }

        public int cellBad(int x) {
            return x < 0 || x >= width ? 0 : cells[1][x];
        }

        public int nameBad() {
            return names[0].length();
        }
    }

    /** Seen before its arrays are filled. */
    public static class Early {
        private static Early seen;
        private final int width;
        private final int[][] cells;
        private final String[] names = new String[2];
        private final String[] read = new String[2];

        public Early(int width) {
            if (width < 1 || width > 9) {
                throw new IllegalArgumentException();
            }
            cells = new int[2][width];
            lengthOfRead(0);
            seen = this;
            begun();
            for (int i = 0; i < 2; i++) {
                names[i] = "a";
                read[i] = "a";
            }
            this.width = width;
        }

        protected void begun() {
        }

        public static Early seen() {
            return seen;
        }

        private int lengthOfRead(int i) {
            return read[i] == null ? 0 : 1;
        }

        public int nameBad() {
            return names[0].length();
        }

        public int cellBad() {
            return cells[1][0] / (width == 0 ? 0 : 1);
        }

        public int rowBad() {
            return width == 0 ? cells[0].length / width : 0;
        }
    }

    /** Filled again with something else. */
    public static final class Again {
        private String[] names = {"a", "b"};
        private String[] swapped = {"a", "b"};
        private final String[][] table = new String[2][2];

        public void clear() {
            names = new String[2];
        }

        public int nameBad() {
            return names[0].length();
        }

        public void swap(int i, int j) {
            if (i >= 0 && i < 2 && j >= 0 && j < 2) {
                String held = swapped[i];
                swapped[i] = swapped[j];
                swapped[j] = held;
            }
        }

        public void forget(int i) {
            if (i >= 0 && i < 2) {
                swapped[i] = null;
            }
        }

        public int swappedBad() {
            return swapped[1].length();
        }

        public int deepBad() {
            return table[0][0].length();
        }

        public int rowOk(int i) {
            return i < 0 || i > 1 ? 0 : table[i].length;
        }
    }

    /** Names, of which there are as many as a number says. */
    public static final class Counted {
        private String[] names = new String[2];
        private int count;

        public void pushOk(String name) {
            if (name == null) {
                return;
            }
            if (count == names.length) {
                names = Arrays.copyOf(names, 2 * count);
            }
            names[count++] = name;
        }

        public int lengthOk(int i) {
            return i < 0 || i >= count ? 0 : names[i].length();
        }

        public String popOk() {
            if (count == 0) {
                return "";
            }
            String last = names[--count];
            names[count] = null;
            return last.trim();
        }

        public int totalOk() {
            int total = 0;
            for (int i = 0; i < count; i++) {
                total += names[i].length();
            }
            return total;
        }

        public void removeOk(int i) {
            if (i >= 0 && i < count) {
                System.arraycopy(names, i + 1, names, i, count - i - 1);
                names[--count] = null;
            }
        }
    }

    /** The number is raised, and nothing is put there. */
    public static final class Skipped {
        private final String[] names = new String[4];
        private int count;

        public void push(String name) {
            if (name != null && count < 4) {
                names[count++] = name;
            }
        }

        public void skip() {
            if (count < 4) {
                count++;
            }
        }

        public int skippedBad() {
            return count == 0 ? 0 : names[count - 1].length();
        }
    }

    /** An element is taken away, and the number stays. */
    public static final class Taken {
        private final String[] names = new String[4];
        private int count;

        public void push(String name) {
            if (name != null && count < 4) {
                names[count++] = name;
            }
        }

        public void take(int i) {
            if (i >= 0 && i < count) {
                names[i] = null;
            }
        }

        public int takenBad() {
            return count == 0 ? 0 : names[0].length();
        }
    }

    /** What is longer does not have what was there. */
    public static final class Grown {
        private String[] names = new String[1];
        private int count;

        public void push(String name) {
            if (name == null || count > 8) {
                return;
            }
            if (count == names.length) {
                String[] more = new String[2 * count];
                System.arraycopy(names, 1, more, 0, count - 1);
                names = more;
            }
            names[count++] = name;
        }

        public int grownBad(int i) {
            return i < 0 || i >= count ? 0 : names[i].length();
        }
    }

    /** What is put in between leaves a gap. */
    public static final class Shifted {
        private final String[] names = new String[8];
        private int count;

        public void insert(int i, String name) {
            if (name != null && i >= 0 && i <= count && count < 8) {
                System.arraycopy(names, i, names, i + 1, count - i);
                names[i] = name;
                count++;
            }
        }

        public void insertGap(int i, String name) {
            if (name != null && i >= 0 && i <= count && count < 7) {
                System.arraycopy(names, i, names, i + 1, count - i);
                names[i + 1] = name;
                names[i] = i == 3 ? null : name;
                count++;
            }
        }

        public int shiftedBad(int i) {
            return i < 0 || i >= count ? 0 : names[i].length();
        }
    }

    /** The number is raised before an element is stored, which throws. */
    public static final class Raised {
        private String[] names = new String[1];
        private int count;

        public void push(String name) {
            count++;
            names[count - 1] = name.trim();
        }

        public void grow() {
            if (names.length < 8) {
                names = Arrays.copyOf(names, names.length + 4);
            }
        }

        public int raisedBad(int i) {
            return i < 0 || i >= count || i >= names.length ? 0 : names[i].length();
        }
    }

    /** Arrays are exchanged, and the numbers are not. */
    public static final class Exchanged {
        private String[] names = new String[4];
        private int count;

        public void push(String name) {
            if (name != null && count < 4) {
                names[count++] = name;
            }
        }

        public void exchange(Exchanged other) {
            if (other != null) {
                String[] held = names;
                names = other.names;
                other.names = held;
            }
        }

        public int exchangedBad() {
            return count == 0 ? 0 : names[0].length();
        }
    }

    /** A copy has the same array. */
    public static final class Cloned implements Cloneable {
        private final String[] names = new String[4];
        private int count;

        public void push(String name) {
            if (name != null && count < 4) {
                names[count++] = name;
            }
        }

        public void pop() {
            if (count > 0) {
                names[--count] = null;
            }
        }

        @Override
        public Cloned clone() throws CloneNotSupportedException {
            return (Cloned) super.clone();
        }

        public int clonedBad() {
            return count == 0 ? 0 : names[0].length();
        }
    }

    /** Code elsewhere runs in between. */
    public static final class CalledBack {
        private final String[] names = new String[4];
        private int count;

        public void push(Object name) {
            if (name != null && count < 4) {
                count++;
                names[count - 1] = "" + name;
            }
        }

        public int calledBackBad() {
            return count == 0 ? 0 : names[count - 1].length();
        }
    }

    /** Code elsewhere takes away what is gone through. */
    public static final class Visited {
        private final String[] names = new String[4];
        private int count;

        public void push(String name) {
            if (name != null && count < 4) {
                names[count++] = name;
            }
        }

        public void pop() {
            if (count > 0) {
                names[--count] = null;
            }
        }

        public int visitedBad(Runnable before) {
            int total = 0;
            int most = count;
            for (int i = 0; i < most; i++) {
                before.run();
                total += names[i].length();
            }
            return total;
        }

        public int clearedBad() {
            int most = count;
            while (count > 0) {
                names[--count] = null;
            }
            return most == 0 ? 0 : names[0].length();
        }
    }

    /** What is first is another after sorting. */
    public static final class Ordered {
        private final String[] names = new String[4];
        private int count;

        public void push(String name) {
            if (name != null && count < 4) {
                names[count++] = name;
            }
        }

        public void sort() {
            Arrays.sort(names, Comparator.nullsFirst(Comparator.naturalOrder()));
        }

        public int orderedBad() {
            return count == 0 ? 0 : names[0].length();
        }
    }

    /** Elements are wiped out, and the number stays. */
    public static final class Wiped {
        private final String[] names;
        private int count;

        public Wiped(int size) {
            names = new String[size & 63];
        }

        public void push(String name) {
            if (name != null && count < names.length) {
                names[count++] = name;
            }
        }

        public void wipe(String name) {
            Arrays.fill(names, name);
        }

        public int wipedBad() {
            return count == 0 ? 0 : names[0].length();
        }
    }

    /** Elements are wiped out, and there are none. */
    public static final class Cleared {
        private final String[] names;
        private int count;

        public Cleared(int size) {
            names = new String[size & 63];
        }

        public void push(String name) {
            if (name != null && count < names.length) {
                names[count++] = name;
            }
        }

        public void clear() {
            Arrays.fill(names, null);
            count = 0;
        }

        public int clearedOk() {
            return count == 0 ? 0 : names[count - 1].length();
        }
    }
}
