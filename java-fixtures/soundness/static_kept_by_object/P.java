package static_kept_by_object;

public class P {
    static final class Holder {
        private final int[] values;
        Holder(int[] values) { this.values = values; }
        void set(int value) { values[0] = value; }
    }

    private static final int[] SHARED = {5};
    private static final Holder HOLDER = new Holder(SHARED);
    private static final int[] OWN = {5};

    public static void write(int value) { HOLDER.set(value); }

    public static int sharedBad() { return 10 / SHARED[0]; }

    public static int ownOk() { return 10 / OWN[0]; }
}
