package shop;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** What articles cost. */
public class PriceList {
    private final Map<String, BigDecimal> prices = new TreeMap<>();

    public void set(String article, BigDecimal price) {
        if (article != null && price != null) {
            prices.put(article, price);
        }
    }

    public boolean isFree(String article, Function<String, BigDecimal> fallback) {
        if (article == null || fallback == null) {
            return false;
        }
        BigDecimal price = prices.get(article);
        if (price == null) {
            price = fallback.apply(article);
        }
        return price.signum() == 0;
    }

    public int size() {
        return prices.size();
    }
}
