// An account that is never overdrawn.
package check;

public class BankAccount {
    public static class Overdrawn extends Exception {
        private static final long serialVersionUID = 1;
    }

    private int balance;

    public BankAccount(int balance) {
        if (balance < 0) {
            throw new IllegalArgumentException("balance");
        }
        this.balance = balance;
    }

    public void depositBad(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        balance += amount;
        assert balance > 0;
    }

    public void depositOk(int amount) {
        if (amount <= 0 || amount > Integer.MAX_VALUE - balance) {
            throw new IllegalArgumentException("amount");
        }
        balance += amount;
        assert balance > 0;
    }

    public void withdrawBad(int amount) {
        if (balance - amount < 0) {
            throw new IllegalArgumentException("amount");
        }
        balance -= amount;
        assert amount >= 0 && balance >= 0;
    }

    public void withdrawOk(int amount) throws Overdrawn {
        if (amount < 0) {
            throw new IllegalArgumentException("amount");
        }
        if (amount > balance) {
            throw new Overdrawn();
        }
        balance -= amount;
        assert balance >= 0;
    }
}
