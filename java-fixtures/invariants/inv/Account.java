package inv;

/** An account that is never overdrawn. */
public class Account {
    private long balance;
    private final String owner;

    public Account(String owner, long balance) {
        if (owner == null || balance < 0) {
            throw new IllegalArgumentException();
        }
        this.owner = owner;
        this.balance = balance;
    }

    public void withdraw(long amount) {
        if (amount < 0 || amount > balance) {
            throw new IllegalArgumentException();
        }
        balance -= amount;
    }

    public void notOverdrawnOk() {
        assert balance >= 0;
    }

    public int ownerOk() {
        return owner.length();
    }

    public void richBad() {
        assert balance > 10;
    }
}
