package reflected_parts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A private constructor that its class calls by a method handle. */
public final class Handled {
    private final int n;

    public Handled() {
        n = 1;
    }

    private Handled(int n) {
        this.n = n;
    }

    public static Handled of(int n) throws Throwable {
        MethodType type = MethodType.methodType(void.class, int.class);
        return (Handled) MethodHandles.lookup().findConstructor(Handled.class, type).invoke(n);
    }

    public int handledBad() {
        return 1 / n;
    }
}
