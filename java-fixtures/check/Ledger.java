package check;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Everyday values of the JDK as inputs: amounts, dates, keys, and two accounts that may be one. */
public class Ledger {
    public static class Account {
        private int balance;

        Account(int balance) {
            if (balance < 0) {
                throw new IllegalArgumentException("negative");
            }
            this.balance = balance;
        }
    }

    private final Map<UUID, String> owners = new HashMap<>();

    public static BigDecimal shareBad(BigDecimal total, int parties) {
        if (total == null || parties <= 0) {
            throw new IllegalArgumentException("parties");
        }
        return total.divide(BigDecimal.valueOf(parties));
    }

    public static void transferBad(Account from, Account to, int amount) {
        if (from == null || to == null || amount <= 0 || amount > from.balance || to.balance > 1000000) {
            throw new IllegalArgumentException("amount");
        }
        int sum = from.balance + to.balance;
        int before = to.balance;
        from.balance -= amount;
        to.balance = before + amount;
        if (from.balance + to.balance != sum) {
            throw new AssertionError("money was made");
        }
    }

    public static LocalDate birthdayBad(LocalDate born, int year) {
        if (born == null || year < 1900 || year > 2100) {
            throw new IllegalArgumentException("year");
        }
        return LocalDate.of(year, born.getMonth(), born.getDayOfMonth());
    }

    void putOwner(UUID account, String owner) {
        owners.put(Objects.requireNonNull(account), Objects.requireNonNull(owner));
    }

    public int lengthBad(UUID account) {
        if (account == null) {
            throw new IllegalArgumentException("account");
        }
        return owners.get(account).length();
    }
}
