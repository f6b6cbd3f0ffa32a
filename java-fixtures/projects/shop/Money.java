package shop;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;

/** An amount in euros, to the cent. */
public final class Money implements Comparable<Money> {
    public static final Money ZERO = new Money(BigDecimal.ZERO);

    private final BigDecimal amount;

    private Money(BigDecimal amount) {
        this.amount = amount;
    }

    public static Money of(BigDecimal amount) {
        Objects.requireNonNull(amount, "amount");
        return new Money(amount.setScale(2, RoundingMode.HALF_EVEN));
    }

    public static Money ofCents(long cents) {
        return new Money(BigDecimal.valueOf(cents, 2));
    }

    public Money plus(Money other) {
        return new Money(amount.add(other.amount));
    }

    public Money shareOf(BigDecimal parties) {
        return new Money(amount.divide(parties));
    }

    public boolean isNegative() {
        return amount.signum() < 0;
    }

    @Override
    public int compareTo(Money other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public String toString() {
        return amount.toPlainString() + " EUR";
    }
}
