package prove;

/** Deposits and withdrawals in any order; of the latter, ten. */
public final class BankAccount {
    private int balance;
    private int withdrawals;

    private void deposit(int amount) {
        if (amount <= 0) {
            assert false; // #not-positive
            return;
        }
        balance += amount;
    }

    private void withdraw(int amount) {
        if (amount > balance) {
            assert false; // #above-balance
            return;
        }
        if (withdrawals >= 10) {
            assert false; // #eleventh
            return;
        }
        balance -= amount;
        withdrawals++;
    }

    /** What is positive is deposited, what is negative withdrawn. */
    public static void operate(int[] amounts) {
        BankAccount account = new BankAccount();
        for (int amount : amounts) {
            if (amount >= 0) {
                account.deposit(amount);
            } else {
                account.withdraw(-amount);
            }
        }
    }
}
