package inventory;

/** A place where pieces of one article lie. */
public final class Bin {
    private final Sku sku;
    private final int capacity;
    private int quantity;
    private int reserved;

    public Bin(Sku sku, int capacity) {
        if (sku == null || capacity < 1 || capacity > 10_000) {
            throw new IllegalArgumentException("bin");
        }
        this.sku = sku;
        this.capacity = capacity;
    }

    public Sku sku() {
        return sku;
    }

    public void put(int count) {
        if (count > 0 && count <= capacity - quantity) {
            quantity += count;
        }
    }

    public boolean reserve(int count) {
        if (count <= 0 || count > quantity - reserved) {
            return false;
        }
        reserved += count;
        return true;
    }

    public boolean take(int count) {
        if (count <= 0 || count > quantity) {
            return false;
        }
        quantity -= count;
        return true;
    }

    public int available() {
        assert quantity >= reserved : "more is reserved than there is";
        return quantity - reserved;
    }

    public int free() {
        assert quantity <= capacity;
        return capacity - quantity;
    }

    public int percentFull() {
        return quantity * 100 / capacity;
    }
}
