// A stack of anything.
package check;

public class GenericStack<T> {
    private final Object[] items = new Object[8];
    private int size;

    public boolean push(T item) {
        if (size == items.length) {
            return false;
        }
        items[size++] = item;
        return true;
    }

    @SuppressWarnings("unchecked")
    public T popBad() {
        return (T) items[--size];
    }

    @SuppressWarnings("unchecked")
    public T popOk() {
        return size == 0 ? null : (T) items[--size];
    }
}
