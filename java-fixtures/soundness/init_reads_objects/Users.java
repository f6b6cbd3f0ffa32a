package init_reads_objects;

import java.util.function.Supplier;

/** Uses subclasses before the classes whose constants they hold. */
public class Users {
    public static Object named() {
        return UtcNamedZone.INSTANCE;
    }

    public static Object made() {
        Supplier<Object> maker = UtcMadeZone::new;
        return maker.get();
    }

    public static void last() {
        LastZone.use();
    }
}
