package shop;

import shop.prices.Tax;

/** What a basket costs. */
public final class Basket {
    private Basket() {}

    /** A price with its tax. */
    public static int total(int price) {
        int tax = Tax.of(price);
        return price + tax;
    }

    /** The deposit on bottles. */
    public static int deposit(int bottles) {
        return bottles > 0 ? bottles * 25 : 0;
    }
}
