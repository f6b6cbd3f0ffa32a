package shop;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** All orders, by their numbers. */
public class OrderBook {
    private final Map<UUID, Order> orders = new HashMap<>();

    public void add(Order order) {
        orders.put(order.id(), order);
    }

    public Optional<Order> find(UUID id) {
        return Optional.ofNullable(orders.get(id));
    }

    public void confirm(UUID id) {
        orders.get(id).place();
    }

    public int size() {
        return orders.size();
    }
}
