package judge;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/** An invariant: one of its parts holds. Parts are words: `null f`, `not_null f`, `exactly f C`, `objects f g`, `compare KIND x OPERATOR KIND y`
 * where a kind is `field`, `length`, `ordinal`, `size`, `difference` (of two fields, with a comma) or `constant`. */
final class Condition {
    private final Class<?> owner;
    final String name;
    private final List<String[]> parts = new ArrayList<>();
    /** How often it was looked at. */
    long evaluations;
    /** Of how many objects, those of other lives being others. */
    long objects;

    Condition(Class<?> owner, String text, String parts) {
        this.owner = owner;
        this.name = owner.getName() + "\t" + text;
        for (String part : parts.split("\\|")) {
            this.parts.add(part.split(" "));
        }
    }

    /** Whether it holds of an object; of no object, of the class's static fields. */
    boolean holds(Object object) throws ReflectiveOperationException {
        evaluations++;
        for (String[] part : parts) {
            if (holds(part, object)) {
                return true;
            }
        }
        return false;
    }

    private boolean holds(String[] part, Object object) throws ReflectiveOperationException {
        switch (part[0]) {
            case "null":
                return value(part[1], object) == null;
            case "not_null":
                return value(part[1], object) != null;
            case "exactly":
                Object held = value(part[1], object);
                return held == null || held.getClass().getName().equals(part[2]);
            case "objects":
                return areObjects(value(part[1], object), number("field", part[2], object));
            default:
                Long left = number(part[1], part[2], object);
                Long right = number(part[4], part[5], object);
                return left == null || right == null || compare(left, part[3], right);
        }
    }

    /** Whether as many elements of an array as a number says are not null. */
    private static boolean areObjects(Object array, long count) {
        for (int i = 0; array != null && i < Math.min(count, Array.getLength(array)); i++) {
            if (Array.get(array, i) == null) {
                return false;
            }
        }
        return true;
    }

    private static boolean compare(long left, String operator, long right) {
        return switch (operator) {
            case "<=" -> left <= right;
            case "<" -> left < right;
            case "==" -> left == right;
            case "!=" -> left != right;
            default -> throw new IllegalStateException(operator);
        };
    }

    /** A number; none where it is the length of no array. */
    private Long number(String kind, String text, Object object) throws ReflectiveOperationException {
        if (kind.equals("constant")) {
            return Long.valueOf(text);
        }
        if (kind.equals("difference")) {
            String[] fields = text.split(",");
            return (long) ((int) (long) number("field", fields[0], object) - (int) (long) number("field", fields[1], object));
        }
        Object value = value(text, object);
        if (kind.equals("ordinal")) {
            return value == null ? -1L : ((Enum<?>) value).ordinal();
        }
        if (kind.equals("length")) {
            return value == null ? null : Long.valueOf(Array.getLength(value));
        }
        if (kind.equals("size")) {
            return size(value);
        }
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        return value instanceof Character character ? (long) character : ((Number) value).longValue();
    }

    private static Long size(Object value) {
        if (value instanceof java.util.Collection<?> collection) {
            return (long) collection.size();
        }
        if (value instanceof java.util.Map<?, ?> map) {
            return (long) map.size();
        }
        return value == null ? null : Long.valueOf(((CharSequence) value).length());
    }

    private Object value(String field, Object object) throws ReflectiveOperationException {
        Field found = owner.getDeclaredField(field);
        found.setAccessible(true);
        return found.get(object);
    }
}
