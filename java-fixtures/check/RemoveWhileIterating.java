// Removes from a list that a loop is walking over.
package check;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class RemoveWhileIterating {
    public static int positiveBad(int first, int second, int third) {
        List<Integer> numbers = new ArrayList<>();
        numbers.add(first);
        numbers.add(second);
        numbers.add(third);
        for (Integer number : numbers) {
            if (number < 0) {
                numbers.remove(number);
            }
        }
        return numbers.size();
    }

    public static int positiveOk(int first, int second, int third) {
        List<Integer> numbers = new ArrayList<>();
        numbers.add(first);
        numbers.add(second);
        numbers.add(third);
        for (Iterator<Integer> each = numbers.iterator(); each.hasNext();) {
            if (each.next() < 0) {
                each.remove();
            }
        }
        return numbers.size();
    }
}
