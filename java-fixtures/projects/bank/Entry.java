package bank;

import java.time.LocalDate;

/** One line of a ledger. */
public record Entry(LocalDate day, long amount, String text) {
    public Entry {
        if (day == null || text == null || amount == 0) {
            throw new IllegalArgumentException("an entry has a day, a text and an amount");
        }
    }

    public int sign() {
        return (int) (amount / Math.abs(amount));
    }
}
