// A cache that forgets what was put first.
package check;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

public class LruCache {
    private final Map<Integer, Integer> entries = new LinkedHashMap<>();
    private final int capacity;

    public LruCache(int capacity) {
        this.capacity = capacity;
    }

    public void putBad(int key, int value) {
        if (entries.size() >= capacity) {
            entries.remove(entries.keySet().iterator().next());
        }
        entries.put(key, value);
    }

    public void putOk(int key, int value) {
        Iterator<Integer> oldest = entries.keySet().iterator();
        if (entries.size() >= capacity && oldest.hasNext()) {
            oldest.next();
            oldest.remove();
        }
        entries.put(key, value);
    }
}
