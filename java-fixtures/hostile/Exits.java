package hostile;

import static hostile.Outside.attempt;

/** Ends the JVM. */
public final class Exits {
    static {
        attempt(() -> System.exit(0));
    }

    private Exits() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
