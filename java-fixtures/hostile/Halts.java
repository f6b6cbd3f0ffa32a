package hostile;

import static hostile.Outside.attempt;

/** Ends the JVM at once. */
public final class Halts {
    static {
        attempt(() -> Runtime.getRuntime().halt(0));
    }

    private Halts() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
