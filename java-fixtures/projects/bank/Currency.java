package bank;

/** What accounts are kept in. */
public enum Currency {
    EUR(2), USD(2), JPY(0);

    private final int digits;

    Currency(int digits) {
        this.digits = digits;
    }

    public int unit() {
        switch (digits) {
            case 0:
                return 1;
            case 2:
                return 100;
            default:
                throw new AssertionError(digits);
        }
    }
}
