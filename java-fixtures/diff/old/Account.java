package shop;

public class Account {
    private int balance;

    public boolean withdraw(int amount) {
        if (amount > balance) {
            return false;
        }
        balance -= amount;
        return true;
    }

    public void deposit(int amount) {
        balance += amount;
    }

    public static int fee(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative");
        }
        return amount > 100 ? amount / 100 : 1;
    }

    public static int feeOfThree(int amount) {
        return 3 * fee(Math.max(amount, 0));
    }
}
