package class_objects;

/** What a class object that a caller passes says of itself and of others: anything that some class says, the same each time. */
public class Asked {
    public static void sameOk(Class<?> type) {
        if (type != null) {
            boolean first = type.isArray();
            assert first == type.isArray();
        }
    }

    public static void nullInstanceOk(Class<?> type) {
        if (type != null) {
            assert !type.isInstance(null);
        }
    }

    public static void nullCastOk(Class<?> type) {
        if (type != null) {
            assert type.cast(null) == null;
        }
    }

    public static void castInstanceOk(Class<?> type, Object value) {
        if (type != null && type.isInstance(value)) {
            assert type.cast(value) == value;
        }
    }

    public static void interfaceBad(Class<?> type) {
        if (type != null) {
            assert !type.isInterface();
        }
    }

    public static void arrayBad(Class<?> type) {
        if (type != null && !type.isInterface()) {
            assert !type.isArray();
        }
    }

    public static void primitiveBad(Class<?> type) {
        assert type == null || !type.isPrimitive();
    }

    public static void enumBad(Class<?> type) {
        assert type == null || !type.isEnum();
    }

    public static void castBad(Class<?> type, Object value) {
        if (type != null) {
            type.cast(value);
        }
    }

    public static void instanceBad(Class<?> type, Object value) {
        if (type != null && value != null) {
            assert type.isInstance(value);
        }
    }

    public static void assignableBad(Class<?> type, Class<?> other) {
        if (type != null && other != null && type.isAssignableFrom(other)) {
            assert other.isAssignableFrom(type);
        }
    }

    public static void nameBad(Class<?> type) {
        assert type == null || type.getName().length() < 17;
    }

    public static void simpleNameBad(Class<?> type) {
        assert type == null || type.getSimpleName().equals("Object");
    }
}
