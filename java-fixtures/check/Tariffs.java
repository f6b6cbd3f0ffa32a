// A table that an initialiser fills, keyed by what says nothing of its hash code.
package check;

import java.util.HashMap;
import java.util.Map;

public class Tariffs {
    enum Zone {
        INNER, OUTER, AIRPORT
    }

    private static final Map<Zone, Integer> PRICES = new HashMap<>();

    static {
        PRICES.put(Zone.INNER, 2);
        PRICES.put(Zone.OUTER, 3);
    }

    public static int priceBad(boolean isAirport) {
        return PRICES.get(isAirport ? Zone.AIRPORT : Zone.OUTER);
    }

    public static int priceOk(boolean isInner) {
        return PRICES.get(isInner ? Zone.INNER : Zone.OUTER);
    }

    public static void orderOk() {
        if (PRICES.keySet().iterator().next() != PRICES.keySet().iterator().next()) {
            throw new IllegalStateException("the order changes");
        }
    }
}
