// The first element that an iterator gives.
package check;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class FirstMatch {
    private static List<Integer> evens(int first, int second) {
        List<Integer> evens = new ArrayList<>();
        if (first % 2 == 0) {
            evens.add(first);
        }
        if (second % 2 == 0) {
            evens.add(second);
        }
        return evens;
    }

    public static int firstBad(int first, int second) {
        return evens(first, second).iterator().next();
    }

    public static int firstOk(int first, int second) {
        Iterator<Integer> each = evens(first, second).iterator();
        return each.hasNext() ? each.next() : -1;
    }
}
