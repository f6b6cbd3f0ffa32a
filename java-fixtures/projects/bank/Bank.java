package bank;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Accounts, and what goes from one to another. */
public class Bank {
    private final Map<UUID, Account> accounts = new HashMap<>();
    private int transfers;

    public void open(Account account) {
        accounts.put(account.number(), account);
    }

    public void transfer(Account from, Account to, long amount) {
        if (from == null || to == null || amount <= 0 || amount > from.balance()) {
            return;
        }
        long left = from.balance() - amount;
        long got = to.balance() + amount;
        from.setBalance(left);
        to.setBalance(got);
        transfers++;
        assert from.balance() == left : "money was made";
    }

    public long balanceOf(UUID number) {
        return accounts.get(number).balance();
    }

    public int accounts() {
        return accounts.size();
    }
}
