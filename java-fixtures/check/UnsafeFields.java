// A field that is assigned once by way of `sun.misc.Unsafe`, as compilers of other languages write lazy values.
package check;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class UnsafeFields {
    private static final Unsafe UNSAFE = unsafe();
    private static final long TEXT = offset();

    private volatile Object text;

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static long offset() {
        try {
            return UNSAFE.objectFieldOffset(UnsafeFields.class.getDeclaredField("text"));
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private Object value() {
        Object known = UNSAFE.getObjectVolatile(this, TEXT);
        if (known == null && UNSAFE.compareAndSwapObject(this, TEXT, null, "lazy")) {
            return text;
        }
        return known == null ? text : known;
    }

    public void onceOk() {
        if (value() != value()) {
            throw new IllegalStateException();
        }
    }

    public void lazyBad(int number) {
        if (number == 7 && value() == "lazy") {
            throw new IllegalStateException();
        }
    }

    public static void sizeOk() {
        if (UNSAFE.addressSize() != 8) {
            throw new IllegalStateException();
        }
    }
}
