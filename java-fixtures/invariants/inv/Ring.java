package inv;

/** A ring buffer of a fixed size. */
public class Ring {
    private final int[] slots;
    private int head;
    private int used;

    public Ring(int capacity) {
        if (capacity < 1 || capacity > 1000) {
            throw new IllegalArgumentException();
        }
        slots = new int[capacity];
    }

    public boolean put(int value) {
        if (used == slots.length) {
            return false;
        }
        int tail = head + used;
        if (tail >= slots.length) {
            tail -= slots.length;
        }
        slots[tail] = value;
        used++;
        return true;
    }

    public int take() {
        if (used == 0) {
            return -1;
        }
        int value = slots[head];
        head = head + 1 == slots.length ? 0 : head + 1;
        used--;
        return value;
    }

    public int peekOk() {
        return slots[head];
    }

    public void usedOk() {
        assert used >= 0 && used <= slots.length;
    }

    public int lastBad() {
        return slots[head + used - 1];
    }
}
