package reflected_parts;

import java.lang.reflect.Array;

/** A constructor makes its object known by an array, and throws. */
public final class Stored {
    private final String name;

    public Stored(Object array, String name) {
        Array.set(array, 0, this);
        this.name = name.trim();
    }

    public int storedBad() {
        return name.length();
    }
}
