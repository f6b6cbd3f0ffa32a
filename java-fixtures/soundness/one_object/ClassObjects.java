package one_object;

import java.util.HashMap;
import java.util.Map;

/** A class object that is passed in may be that of any class. */
public class ClassObjects {
    public static void sameBad(Class<?> type) {
        assert type != ClassObjects.class;
    }

    public static void equalBad(Class<?> type) {
        if (type != null) {
            assert !type.equals(ClassObjects.class);
        }
    }

    public static void anyBad(Object value) {
        assert value != ClassObjects.class;
    }

    public static void keyBad(Class<?> type) {
        Map<Class<?>, String> names = new HashMap<>();
        names.put(ClassObjects.class, "own");
        assert !names.containsKey(type);
    }

    public static void ownOk(Class<?> type) {
        Object own = ClassObjects.class;
        assert own != String.class && own == ClassObjects.class && type == type;
    }
}
