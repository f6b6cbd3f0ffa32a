package static_compared;

public class P {
    private static final Object NONE = new Object();
    private static final int[] EMPTY = {};
    private static final P ZERO = new P();

    private Object held = NONE;

    public static Object none() {
        return NONE;
    }

    public static int[] empty() {
        return EMPTY;
    }

    public static P zero() {
        return ZERO;
    }

    public Object take() {
        if (held == NONE) {
            held = null;
        }
        return held;
    }

    public void heldBad() {
        if (held == NONE) {
            throw new IllegalStateException();
        }
    }

    public static void argumentBad(Object object) {
        if (object == NONE) {
            throw new IllegalStateException();
        }
    }

    public static void arrayBad(int[] array) {
        if (array == EMPTY) {
            throw new IllegalStateException();
        }
    }

    public void receiverBad() {
        if (this == ZERO) {
            throw new IllegalStateException();
        }
    }

    public static void equalBad(Object object) {
        if (NONE.equals(object)) {
            throw new IllegalStateException();
        }
    }

    public void takenBad() {
        held.hashCode();
    }

    public static int lengthOk(Object object) {
        return object == NONE ? EMPTY.length : 1;
    }
}
