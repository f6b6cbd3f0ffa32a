package reflected_parts;

import java.lang.reflect.Constructor;

/** A private constructor that its class gives out. */
public final class Given {
    private final int n;

    private Given() {
        n = 0;
    }

    public Given(int n) {
        this.n = n | 1;
    }

    public static Constructor<Given> empty() throws ReflectiveOperationException {
        Constructor<Given> empty = Given.class.getDeclaredConstructor();
        empty.setAccessible(true);
        return empty;
    }

    public int givenBad() {
        return 1 / n;
    }
}
