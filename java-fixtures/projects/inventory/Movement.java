package inventory;

import java.time.LocalDate;
import java.util.UUID;

/** What came or went. */
public record Movement(UUID id, LocalDate day, Sku sku, int pieces) {
    public Movement {
        if (id == null || day == null || sku == null || pieces == 0) {
            throw new IllegalArgumentException("movement");
        }
    }

    public int weight(int grams) {
        return grams / pieces;
    }

    public int expiryYear(int years) {
        if (years < 1 || years > 10) {
            return day.getYear();
        }
        return LocalDate.of(day.getYear() + years, day.getMonth(), day.getDayOfMonth()).getYear();
    }
}
