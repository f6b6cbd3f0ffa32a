// A ring buffer whose private fields fit together in every state that its methods can bring about.
package constructed;

public class BoundedBuffer {
    private final int[] slots;
    private int start;
    private int count;

    public BoundedBuffer(int capacity) {
        if (capacity < 1 || capacity > 8) {
            throw new IllegalArgumentException();
        }
        slots = new int[capacity];
    }

    public boolean offer(int value) {
        if (count == slots.length) {
            return false;
        }
        slots[(start + count) % slots.length] = value;
        count++;
        return true;
    }

    public int poll() {
        if (count == 0) {
            return -1;
        }
        int value = slots[start];
        start = (start + 1) % slots.length;
        count--;
        return value;
    }

    public static int roundTrip(BoundedBuffer buffer, int value) {
        if (!buffer.offer(value)) {
            return 0;
        }
        return buffer.poll();
    }
}
