package init_reads_objects;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Objects that other methods change. */
public class Shared {
    static final Shared ONE = new Shared(7);
    static final Shared OTHER = new Shared(8);
    static final Shared COUNTED = new Shared(9);
    static final int[] NUMBERS = {1, 2, 3};
    static final List<String> NAMES = new ArrayList<>();
    static final StringBuilder TEXT = new StringBuilder("a");
    static final AtomicInteger NEXT = new AtomicInteger();
    static final AtomicInteger USES = new AtomicInteger();
    static final StringBuilder LOG = new StringBuilder();
    static final int[] MARKS = new int[2];

    final int number;
    int count;
    final int[] years = new int[4];

    Shared(int number) {
        this.number = number;
    }

    /** Fills what is remembered of a year. */
    public static int year(int year) {
        int[] years = ONE.years;
        int at = year & 3;
        if (years[at] == 0) {
            years[at] = year * 365;
        }
        return years[at];
    }

    public static void count() {
        ONE.count++;
    }

    public static void change() {
        NUMBERS[0]++;
        NAMES.add("b");
        TEXT.append("b");
        NEXT.incrementAndGet();
    }
}
