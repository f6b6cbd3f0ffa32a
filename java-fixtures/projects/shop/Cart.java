package shop;

import java.util.LinkedHashMap;
import java.util.Map;

/** What lies in a visitor's cart. */
public class Cart {
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private int pieces;

    public void put(String article, int count) {
        if (count < 1 || count > 99) {
            throw new IllegalArgumentException("count " + count);
        }
        counts.merge(article, count, Integer::sum);
        pieces += count;
    }

    public void take(String article, int count) {
        if (count < 1 || !counts.containsKey(article)) {
            return;
        }
        counts.remove(article);
        pieces -= count;
    }

    public int pieces() {
        assert pieces >= 0 : "a cart cannot have " + pieces + " pieces";
        return pieces;
    }

    public int articles() {
        return counts.size();
    }
}
