// Counts in a map; what is not there is null.
package check;

import java.util.HashMap;
import java.util.Map;

public class WordCount {
    private final Map<String, Integer> counts = new HashMap<>();

    public int addBad(String word) {
        int count = counts.get(word);
        counts.put(word, count + 1);
        return count;
    }

    public int addOk(String word) {
        int count = counts.getOrDefault(word, 0);
        counts.put(word, count + 1);
        return count;
    }
}
