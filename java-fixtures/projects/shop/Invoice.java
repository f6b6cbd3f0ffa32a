package shop;

import java.time.LocalDate;

/** What is to be paid, and when. */
public final class Invoice {
    private final String number;
    private final Money total;
    private final LocalDate due;

    private Invoice(Builder builder) {
        number = builder.number;
        total = builder.total;
        due = builder.due;
    }

    public static Builder builder(String number) {
        return new Builder(number);
    }

    public boolean isOverdue(LocalDate today) {
        return total != Money.ZERO && today != null && due.isBefore(today);
    }

    public int prefix() {
        return number.length();
    }

    /** Collects the parts of an invoice. */
    public static final class Builder {
        private final String number;
        private Money total = Money.ZERO;
        private LocalDate due;

        private Builder(String number) {
            if (number == null) {
                throw new IllegalArgumentException("an invoice has a number");
            }
            this.number = number;
        }

        public Builder total(Money amount) {
            this.total = amount == null ? Money.ZERO : amount;
            return this;
        }

        public Builder due(LocalDate day) {
            this.due = day;
            return this;
        }

        public Invoice build() {
            return new Invoice(this);
        }
    }
}
