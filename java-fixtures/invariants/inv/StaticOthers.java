package inv;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What is called while other classes are at work, or not yet initialised. */
public class StaticOthers {
    static RuntimeException seen;
    private static int order = 1;

    static void look() {
        try {
            lookBad();
        } catch (ArithmeticException failure) {
            seen = failure;
        }
    }

    public static int lookBad() {
        return 10 / StaticNumbers.left();
    }

    public static void reset() {
        StaticNumbers.packaged = 0;
    }

    /** The JDK compares them while there is no order. */
    public static void sort(List<Item> items) {
        order = 0;
        Collections.sort(items);
        order = 1;
    }

    public static void sortTwo() {
        sort(new ArrayList<>(List.of(new Item(), new Item())));
    }

    /** What is sorted. */
    public static final class Item implements Comparable<Item> {
        @Override
        public int compareTo(Item other) {
            return orderBad();
        }
    }

    public static int orderBad() {
        return 10 / order;
    }
}
