package reflected_parts;

/** Private methods that their class calls by reflection. */
public final class Called {
    private static final int[] SIZES = {1};
    private int own = 1;

    private void clear() {
        own = 0;
    }

    public void call() throws ReflectiveOperationException {
        Called.class.getDeclaredMethod("clear").invoke(this);
    }

    public int calledBad() {
        return 1 / own;
    }

    private static int[] sizes() {
        return SIZES;
    }

    public static Object call(String name) throws ReflectiveOperationException {
        return Called.class.getDeclaredMethod(name).invoke(null);
    }

    public static int sizesBad() {
        return 1 / SIZES[0];
    }
}
