package collected;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

/** What nothing else refers to may be gone at any time. */
public class P {
    private static final WeakReference<Object> SHARED = new WeakReference<>(new Object());
    private static final Map<Object, String> NAMES = new WeakHashMap<>();

    static {
        NAMES.put(new Object(), "first");
    }

    public static void begin() {
    }

    public static void sharedBad() {
        assert SHARED.get() != null;
    }

    public static void namesBad() {
        assert NAMES.size() == 1;
    }

    public static void presentOk() {
        assert SHARED != null && NAMES != null;
    }
}
