package hostile;

import static hostile.Outside.attempt;

/** Never comes to an end. */
public final class NeverInitialised {
    static {
        while (Outside.goesOn()) {
            Thread.onSpinWait();
        }
    }

    private NeverInitialised() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
