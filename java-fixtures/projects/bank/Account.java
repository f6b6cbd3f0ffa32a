package bank;

import java.util.Objects;
import java.util.UUID;

/** What a customer has, in the smallest unit of a currency. */
public abstract class Account {
    private final UUID number;
    private final Currency currency;
    private long balance;

    protected Account(UUID number, Currency currency) {
        this.number = Objects.requireNonNull(number);
        this.currency = Objects.requireNonNull(currency);
    }

    public final UUID number() {
        return number;
    }

    public final long balance() {
        return balance;
    }

    public final void deposit(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount " + amount);
        }
        balance += amount;
    }

    public abstract boolean withdraw(long amount);

    final void setBalance(long balance) {
        this.balance = balance;
    }

    public final long wholeUnits() {
        return balance / currency.unit();
    }

    public final long lastOf() {
        return number.getLeastSignificantBits() & 0xff;
    }
}
