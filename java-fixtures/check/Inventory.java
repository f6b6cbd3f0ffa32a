// A map of lists: the list of a key that was never put.
package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Inventory {
    private final Map<Integer, List<Integer>> shelves = new HashMap<>();

    public int storeBad(int shelf, int item) {
        List<Integer> items = shelves.get(shelf);
        items.add(item);
        return items.size();
    }

    public int storeOk(int shelf, int item) {
        List<Integer> items = shelves.computeIfAbsent(shelf, key -> new ArrayList<>());
        items.add(item);
        return items.size();
    }
}
