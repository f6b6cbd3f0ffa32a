package reach;

/** The target needs two parameters to be one object. */
public final class Aliases {
    /** Holds a number. */
    public static final class Box {
        int value;
    }

    private Aliases() {}

    public static void pair(Box one, Box other, int value) {
        set(one, 1);
        set(other, value);
        if (one.value == 5) {
            assert false;
        }
    }

    static void set(Box box, int value) {
        box.value = value;
    }
}
