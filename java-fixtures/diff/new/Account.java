package shop;

public class Account {
    private int balance;

    public boolean withdraw(int amount) {
        if (amount < 0 || amount > balance) {
            return false;
        }
        balance = balance - amount;
        return true;
    }

    public void deposit(int amount) {
        balance += amount;
    }

    public static int fee(int amount) {
        if (amount < 0) {
            return 0;
        }
        return amount < 101 ? 1 : amount / 100;
    }

    public static int feeOfThree(int amount) {
        return 3 * fee(Math.max(amount, 0));
    }
}
