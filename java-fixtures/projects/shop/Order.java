package shop;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** What a customer wants to buy. */
public class Order {
    private final UUID id;
    private final List<OrderLine> lines = new ArrayList<>();
    private OrderStatus status = OrderStatus.DRAFT;
    private boolean filled;

    public Order(UUID id) {
        this.id = Objects.requireNonNull(id);
    }

    public UUID id() {
        return id;
    }

    public void add(String article, int quantity, long cents) {
        lines.add(new OrderLine(article, quantity, cents));
        filled = true;
    }

    public void removeFirst() {
        if (!lines.isEmpty()) {
            lines.remove(0);
        }
    }

    public OrderLine last() {
        if (!filled) {
            return null;
        }
        return lines.get(lines.size() - 1);
    }

    public void place() {
        if (status == OrderStatus.DRAFT) {
            status = OrderStatus.PLACED;
        }
    }

    public void ship() {
        if (status == OrderStatus.PLACED) {
            status = OrderStatus.SHIPPED;
        }
    }

    public int progress() {
        switch (status) {
            case DRAFT:
                return 0;
            case PLACED:
                return 50;
            case SHIPPED:
                return 100;
            default:
                throw new AssertionError(status);
        }
    }

    public boolean isDone() {
        return status.isFinal() && lines.size() >= 0;
    }
}
