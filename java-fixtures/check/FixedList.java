// Lists that do not change.
package check;

import java.util.ArrayList;
import java.util.List;

public class FixedList {
    public static int withDefaultBad(int level) {
        List<Integer> levels = List.of(1, 2, 3);
        if (level > 3) {
            levels.add(level);
        }
        return levels.size();
    }

    public static int withDefaultOk(int level) {
        List<Integer> levels = new ArrayList<>(List.of(1, 2, 3));
        if (level > 3) {
            levels.add(level);
        }
        return levels.size();
    }
}
