package events;

/** The last events, in a circle. */
public final class RingBuffer {
    private final Event[] items;
    private int head;
    private int size;

    public RingBuffer(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        items = new Event[capacity];
    }

    public void add(Event event) {
        items[(head + size) % items.length] = event;
        if (size < items.length) {
            size++;
        } else {
            head = (head + 1) % items.length;
        }
    }

    public Event oldest() {
        return items[head];
    }

    public String newestUser() {
        return items[(head + size - 1) % items.length].user();
    }

    public int free() {
        assert size <= items.length;
        return items.length - size;
    }
}
