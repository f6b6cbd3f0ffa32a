package bank;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.Map;

/** What a euro costs in other currencies. */
public final class ExchangeRates {
    private final Map<Currency, BigDecimal> rates = new EnumMap<>(Currency.class);

    public ExchangeRates() {
        rates.put(Currency.EUR, BigDecimal.ONE);
    }

    public void set(Currency currency, BigDecimal rate) {
        if (currency == null || rate == null || rate.signum() < 0) {
            throw new IllegalArgumentException("rate");
        }
        rates.put(currency, rate);
    }

    public BigDecimal inEuros(BigDecimal amount, Currency currency) {
        BigDecimal rate = rates.getOrDefault(currency, BigDecimal.ONE);
        return amount == null ? null : amount.divide(rate, 2, RoundingMode.HALF_UP);
    }
}
