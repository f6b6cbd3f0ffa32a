package bank;

import java.util.UUID;

/** An account that is never overdrawn. */
public final class SavingsAccount extends Account {
    private final InterestRate rate;
    private int withdrawals;

    public SavingsAccount(UUID number, Currency currency, InterestRate rate) {
        super(number, currency);
        if (rate == null) {
            throw new IllegalArgumentException("rate");
        }
        this.rate = rate;
    }

    @Override
    public boolean withdraw(long amount) {
        if (amount <= 0 || amount > balance() || withdrawals >= 6) {
            return false;
        }
        withdrawals++;
        setBalance(balance() - amount);
        return true;
    }

    public long interest() {
        long interest = balance() * rate.basisPoints() / 10_000;
        assert interest >= 0 : "no interest is taken from a saver";
        return interest;
    }

    public int withdrawalsLeft() {
        assert withdrawals >= 0 && withdrawals <= 6;
        return 6 - withdrawals;
    }
}
