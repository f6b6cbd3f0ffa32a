package one_of_two_types;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;

/** Two inputs of the JDK's exceptions may be one object: that of the narrower type. */
public final class P {
    public static final class Own extends Exception {
    }

    public static void stateBad(Exception any, IllegalStateException state) {
        if (any != null) {
            assert any != state;
        }
    }

    public static void errorBad(Throwable any, Error error) {
        assert any == null || any != error;
    }

    public static void ownBad(Exception any, Own own) {
        assert any == null || any != own;
    }

    public static void sizeBad(RuntimeException any, IllegalArgumentException given) {
        if (any != null && given != null) {
            Map<Object, String> all = new IdentityHashMap<>();
            all.put(any, "a");
            all.put(given, "b");
            assert all.size() == 2;
        }
    }

    public static void equalBad(Exception any, IOException given) {
        if (any != null) {
            assert !any.equals(given);
        }
    }

    public static void apartOk(RuntimeException one, Error other) {
        if (one != null) {
            assert (Object) one != other;
        }
    }
}
