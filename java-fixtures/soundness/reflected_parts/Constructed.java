package reflected_parts;

/** A private constructor that its class calls by reflection. */
public final class Constructed {
    private final int n;

    public Constructed() {
        n = 1;
    }

    private Constructed(int n) {
        this.n = n;
    }

    public static Constructed of(int n) throws ReflectiveOperationException {
        return Constructed.class.getDeclaredConstructor(int.class).newInstance(n);
    }

    public int constructedBad() {
        return 1 / n;
    }
}
