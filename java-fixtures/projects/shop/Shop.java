package shop;

/** The shop's opening state and its counters. */
public final class Shop {
    private final OrderBook orders = new OrderBook();
    private final PriceList prices;
    private int visitors;
    private int buyers;

    public Shop(PriceList prices) {
        if (prices == null) {
            throw new IllegalArgumentException("prices");
        }
        this.prices = prices;
    }

    public void visit(boolean buys) {
        visitors++;
        if (buys) {
            buyers++;
        }
    }

    public int openOrders() {
        return orders.size() + prices.size();
    }

    public int buyersOfHundred() {
        return buyers * 100 / visitors;
    }
}
