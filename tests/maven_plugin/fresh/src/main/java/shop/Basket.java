package shop;

/** Prices of what is in a basket. */
public final class Basket {
    private Basket() {}

    /** The mean price. Nothing says that there must be an item. */
    public static int mean(int total, int items) {
        return total / items;
    }

    /** What an item costs with its deposit. */
    public static int withDeposit(int price, int deposit) {
        assert deposit != 77 || price != 7;
        return price + deposit;
    }
}
