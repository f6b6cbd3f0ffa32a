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

    public static void componentOk(Class<?> type) {
        if (type != null && type.isArray()) {
            assert type.getComponentType() != null;
        }
    }

    public static void noComponentOk(Class<?> type) {
        if (type != null && !type.isArray()) {
            assert type.getComponentType() == null;
        }
    }

    public static void sameComponentOk(Class<?> type) {
        assert type == null || type.getComponentType() == type.getComponentType();
    }

    public static void modifiersOk(Class<?> type) {
        assert type == null || type.getModifiers() >= 0;
    }

    public static void interfacesOk(Class<?> type) {
        assert type == null || type.getInterfaces() != null;
    }

    public static void componentBad(Class<?> type) {
        assert type == null || type.getComponentType() == null;
    }

    public static void superclassBad(Class<?> type) {
        assert type == null || type.getSuperclass() != null;
    }

    public static void noSuperclassBad(Class<?> type) {
        assert type == null || type.getSuperclass() == null;
    }

    public static void modifiersBad(Class<?> type) {
        assert type == null || java.lang.reflect.Modifier.isPublic(type.getModifiers());
    }

    public static void fieldsBad(Class<?> type) {
        assert type == null || type.getDeclaredFields().length < 2;
    }

    public static void anonymousBad(Class<?> type) {
        assert type == null || !type.isAnonymousClass();
    }

    public static void enclosingBad(Class<?> type) {
        assert type == null || type.getEnclosingClass() == null;
    }

    public static void annotatedBad(Class<?> type) {
        assert type == null || !type.isAnnotationPresent(Deprecated.class);
    }

    public static void annotationBad(Class<?> type) {
        assert type == null || type.getAnnotation(Deprecated.class) == null;
    }

    public static void genericBad(Class<?> type) {
        assert type == null || !(type.getGenericSuperclass() instanceof java.lang.reflect.ParameterizedType);
    }

    public static void parametersBad(Class<?> type) {
        assert type == null || type.getTypeParameters().length == 0;
    }

    public static void canonicalBad(Class<?> type) {
        assert type == null || type.getCanonicalName() != null;
    }

    public static void textBad(Class<?> type) {
        assert type == null || type.toString().startsWith("class");
    }

    public static void ofNumberBad(Class<?> type) {
        assert type == null || !Number.class.isAssignableFrom(type);
    }
}
