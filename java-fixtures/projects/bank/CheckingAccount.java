package bank;

import java.util.UUID;

/** An account with a credit line. */
public final class CheckingAccount extends Account {
    private final long limit;

    public CheckingAccount(UUID number, Currency currency, long limit) {
        super(number, currency);
        if (limit < 0 || limit > 1_000_000) {
            throw new IllegalArgumentException("limit " + limit);
        }
        this.limit = limit;
    }

    @Override
    public boolean withdraw(long amount) {
        if (amount <= 0 || amount > balance() + limit) {
            return false;
        }
        setBalance(balance() - amount);
        return true;
    }

    public int limitInThousands() {
        assert limit >= 0;
        return Math.toIntExact(limit / 1000);
    }
}
