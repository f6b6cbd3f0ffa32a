// A bounded queue over an array; its capacity is what the caller says.
package check;

public class RingQueue {
    private final int[] slots;
    private int first;
    private int count;

    public RingQueue(int capacity) {
        if (capacity < 0 || capacity > 64) {
            throw new IllegalArgumentException("capacity");
        }
        slots = new int[capacity];
    }

    public void offerBad(int value) {
        slots[(first + count) % slots.length] = value;
        count++;
    }

    public boolean offerOk(int value) {
        if (count == slots.length) {
            return false;
        }
        slots[(first + count) % slots.length] = value;
        count++;
        return true;
    }

    public int pollOk(int absent) {
        if (count == 0) {
            return absent;
        }
        int value = slots[first];
        first = (first + 1) % slots.length;
        count--;
        return value;
    }
}
