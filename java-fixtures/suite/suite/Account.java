package suite;

/** A bank account with a limit. */
public class Account {
    private int balance;
    private final int limit;
    private int refused;

    public Account(int balance, int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit");
        }
        this.balance = balance;
        this.limit = limit;
    }

    public int getBalance() {
        return balance;
    }

    public int getRefused() {
        return refused;
    }

    public boolean withdraw(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        if (balance - amount < -limit) {
            refused++;
            return false;
        }
        balance -= amount;
        return true;
    }

    public void addInterest(int percent) {
        if (balance > 0 && percent > 0) {
            balance += balance / 100 * percent;
        }
    }
}
