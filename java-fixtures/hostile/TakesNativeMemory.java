package hostile;

import static hostile.Outside.attempt;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Keeps all memory that it gets outside of the heap. */
public final class TakesNativeMemory {
    static {
        attempt(() -> {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            Method allocate = unsafe.getClass().getMethod("allocateMemory", long.class);
            Method fill = unsafe.getClass().getMethod("setMemory", long.class, long.class, byte.class);
            while (true) {
                fill.invoke(unsafe, allocate.invoke(unsafe, 1L << 26), 1L << 26, (byte) 1);
            }
        });
    }

    private TakesNativeMemory() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
