package inv;

/** An immutable amount with a private constructor and factories. */
public final class Money {
    public static final Money ZERO = new Money(0);
    private final long cents;

    private Money(long cents) {
        this.cents = cents;
    }

    public static Money of(long cents) {
        if (cents < 0) {
            throw new IllegalArgumentException();
        }
        return new Money(cents);
    }

    public Money half() {
        return new Money(cents / 2);
    }

    public void notNegativeOk() {
        assert cents >= 0;
    }

    public void someBad() {
        assert cents > 0;
    }
}
