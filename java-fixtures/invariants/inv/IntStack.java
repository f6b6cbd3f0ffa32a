package inv;

import java.util.Arrays;
import java.util.NoSuchElementException;

/** A stack of numbers in an array that grows. */
public class IntStack {
    private int[] items = new int[4];
    private int size;

    public void push(int item) {
        if (size == items.length) {
            items = Arrays.copyOf(items, size + 8);
        }
        items[size] = item;
        size++;
    }

    public int pop() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        size--;
        return items[size];
    }

    public int topOrZeroOk() {
        return size == 0 ? 0 : items[size - 1];
    }

    public void sizeOk() {
        assert size >= 0 && size <= items.length;
    }

    public int topBad() {
        return items[size - 1];
    }
}
