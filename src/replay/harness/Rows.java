// The rows of a parameterized test, as casewise writes these. See ../PROTOCOL.md.
package casewise.replay;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finds test methods, and what they are called with. */
final class Rows {
    private Rows() {}

    /** The test of a name: the one with parameters, if there are two methods of it. */
    static Method test(Class<?> holder, String name) throws NoSuchMethodException {
        for (Method method : holder.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.isAnnotationPresent(ParameterizedTest.class)) {
                return method;
            }
        }
        return holder.getDeclaredMethod(name);
    }

    /** The arguments of each call of a test: none, once, where it has no parameters. */
    static List<Object[]> of(Method test) throws Throwable {
        ValueSource values = test.getAnnotation(ValueSource.class);
        CsvSource cells = test.getAnnotation(CsvSource.class);
        List<Object[]> rows = new ArrayList<>();
        if (test.getParameterCount() == 0) {
            rows.add(new Object[0]);
        } else if (values != null) {
            addAll(rows, values);
        } else if (cells != null) {
            for (String line : cells.value()) {
                rows.add(converted(line.split(",", -1), test.getParameterTypes()));
            }
        } else {
            Method provider = test.getDeclaringClass().getDeclaredMethod(test.getName());
            provider.setAccessible(true);
            try {
                ((Stream<?>) provider.invoke(null)).forEach(row -> rows.add(((Arguments) row).get()));
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }
        return rows;
    }

    private static void addAll(List<Object[]> rows, ValueSource values) {
        Object[] all = {
            values.booleans(), values.bytes(), values.chars(), values.shorts(), values.ints(), values.longs(),
            values.floats(), values.doubles(), values.strings(),
        };
        for (Object array : all) {
            for (int i = 0; i < Array.getLength(array); i++) {
                rows.add(new Object[] {Array.get(array, i)});
            }
        }
    }

    private static Object[] converted(String[] cells, Class<?>[] types) {
        Object[] row = new Object[types.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = converted(cells[i].trim(), types[i]);
        }
        return row;
    }

    private static Object converted(String cell, Class<?> type) {
        if (type == String.class) {
            return cell.equals("''") ? "" : cell;
        } else if (type == boolean.class) {
            return Boolean.valueOf(cell);
        } else if (type == char.class) {
            return cell.charAt(0);
        } else if (type == byte.class) {
            return Byte.decode(cell);
        } else if (type == short.class) {
            return Short.decode(cell);
        } else if (type == int.class) {
            return Integer.decode(cell);
        } else if (type == long.class) {
            return Long.decode(cell);
        } else if (type == float.class) {
            return Float.valueOf(cell);
        }
        return Double.valueOf(cell);
    }
}
