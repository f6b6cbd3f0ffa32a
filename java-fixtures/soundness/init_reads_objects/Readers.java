package init_reads_objects;

import java.util.Arrays;

/** Initialisers that keep or read objects that another class has made and that its methods change. */
public class Readers {
    static class Keeps {
        static final Shared KEPT = Shared.ONE;
        static final int NUMBER = Shared.ONE.number;
        static final int LENGTH = Shared.ONE.years.length;
    }

    static class Counts {
        static final int COUNT = Shared.ONE.count;
    }

    static class Elements {
        static final int FIRST = Shared.NUMBERS[0];
    }

    static class Copies {
        static final int[] COPY = Shared.NUMBERS.clone();
    }

    static class Moves {
        static final int[] COPY = new int[3];

        static {
            System.arraycopy(Shared.NUMBERS, 0, COPY, 0, 3);
        }
    }

    static class Sums {
        static final int SUM;

        static {
            int sum = 0;
            for (int number : Shared.NUMBERS) {
                sum += number;
            }
            SUM = sum;
        }
    }

    static class Sizes {
        static final int SIZE = Shared.NAMES.size();
    }

    static class Texts {
        static final String TEXT = Shared.TEXT.toString();
    }

    static class Atoms {
        static final int NEXT = Shared.NEXT.get();
    }

    static class Wraps {
        static final String ALL = Arrays.asList(Shared.NAMES, "c").toString();
    }

    static class Writes {
        static {
            Shared.OTHER.count = 5;
        }

        static void use() {
        }
    }

    static class Increments {
        static {
            Shared.COUNTED.count++;
        }

        static void use() {
        }
    }

    static class Uses {
        static {
            Shared.USES.incrementAndGet();
        }

        static void use() {
        }
    }

    static class Logs {
        static {
            Shared.LOG.append("used");
        }

        static void use() {
        }
    }

    static class Marks {
        static {
            System.arraycopy(new int[] {1, 2}, 0, Shared.MARKS, 0, 2);
        }

        static void use() {
        }
    }

    static class Fills {
        static final Object[] HOLDER = {Shared.MARKS};

        static {
            Arrays.fill((int[]) HOLDER[0], 3);
        }

        static void use() {
        }
    }

    public static void usesBad() {
        int before = Shared.USES.get();
        Uses.use();
        assert Shared.USES.get() == before;
    }

    public static void logsBad() {
        int before = Shared.LOG.length();
        Logs.use();
        assert Shared.LOG.length() == before;
    }

    public static void marksBad() {
        int before = Shared.MARKS[0];
        Marks.use();
        assert Shared.MARKS[0] == before;
    }

    public static void fillsBad() {
        int before = Shared.MARKS[1];
        Fills.use();
        assert Shared.MARKS[1] == before;
    }

    public static void keepsOk() {
        assert Keeps.KEPT == Shared.ONE;
    }

    public static void numberOk() {
        assert Keeps.NUMBER == 7 && Keeps.LENGTH == 4;
    }

    public static void yearBad() {
        assert Keeps.KEPT.years[1] == 0;
    }

    public static void keptCountBad() {
        assert Keeps.KEPT.count == 0;
    }

    public static void countBad() {
        assert Counts.COUNT == 0;
    }

    public static void elementBad() {
        assert Elements.FIRST == 1;
    }

    public static void copyBad() {
        assert Copies.COPY[0] == 1;
    }

    public static void moveBad() {
        assert Moves.COPY[0] == 1;
    }

    public static void sumBad() {
        assert Sums.SUM == 6;
    }

    public static void sizeBad() {
        assert Sizes.SIZE == 0;
    }

    public static void textBad() {
        assert Texts.TEXT.length() == 1;
    }

    public static void atomBad() {
        assert Atoms.NEXT == 0;
    }

    public static void wrapBad() {
        assert Wraps.ALL.equals("[[], c]");
    }

    public static void writeBad() {
        Shared other = Shared.OTHER;
        other.count = 1;
        Writes.use();
        assert other.count == 1;
    }

    public static void incrementBad() {
        Shared counted = Shared.COUNTED;
        int before = counted.count;
        Increments.use();
        assert counted.count == before;
    }
}
