package shop;

/** Where an order is. */
public enum OrderStatus {
    DRAFT, PLACED, SHIPPED, CANCELLED;

    public boolean isFinal() {
        return this == SHIPPED || this == CANCELLED;
    }
}
