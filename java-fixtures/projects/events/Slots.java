package events;

/** The lines on which the server can be called. */
public final class Slots {
    private static final String[] NAMES = {"a", "b", "c"};

    private static int taken;
    private static int calls;

    private Slots() {
    }

    public static String take() {
        return NAMES[taken++];
    }

    public static void release() {
        if (taken > 0) {
            taken--;
        }
    }

    public static int turn() {
        calls = (calls + 1) % NAMES.length;
        return NAMES[calls].length();
    }
}
