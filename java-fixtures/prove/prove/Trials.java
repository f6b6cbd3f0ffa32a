package prove;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Runs the public static methods of the classes that are named on random and boundary inputs, and prints a line for each
 * assertion that failed: class, method, line. Arguments: the number of runs of each method, the seed, the classes.
 */
public final class Trials {
    private static final int[] BOUNDARIES = {
        0, 1, -1, 2, -2, 3, 10, 29, 30, 31, 49, 50, 51, 100, 127, -128, 255, 256, 2037, 2038, 2039, 2047, 2048, 2049, 2050,
        9_998, 9_999, 10_000, 16_383, 32_766, 32_767, -32_768,
    };
    /** Beyond what a loop can count to in a moment: a few runs only. */
    private static final int[] EXTREMES = {
        Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, Integer.MAX_VALUE - 10,
        Integer.MAX_VALUE - 8_000, 1 << 30,
    };

    private Trials() {}

    public static void main(String[] arguments) throws Exception {
        int runs = Integer.parseInt(arguments[0]);
        Random random = new Random(Long.parseLong(arguments[1]));
        Map<String, Integer> failures = new TreeMap<>();
        long count = 0;
        for (int position = 2; position < arguments.length; position++) {
            Class<?> tested = Class.forName(arguments[position], true, Trials.class.getClassLoader());
            for (Method method : tested.getDeclaredMethods()) {
                if (!Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) {
                    continue;
                }
                for (int run = 0; run < runs; run++) {
                    count++;
                    Object[] values = new Object[method.getParameterCount()];
                    for (int parameter = 0; parameter < values.length; parameter++) {
                        boolean mayBeExtreme = run % (runs / 16 + 1) == 0;
                        values[parameter] = value(random, method.getParameterTypes()[parameter], mayBeExtreme);
                    }
                    try {
                        method.invoke(null, values);
                    } catch (InvocationTargetException thrown) {
                        if (thrown.getCause() instanceof AssertionError) {
                            StackTraceElement at = thrown.getCause().getStackTrace()[0];
                            String line = at.getClassName() + " " + at.getMethodName() + " " + at.getLineNumber();
                            failures.merge(line, 1, Integer::sum);
                        }
                    }
                }
            }
        }
        System.out.println("runs " + count);
        failures.forEach((line, times) -> System.out.println(line + " " + times));
    }

    private static Object value(Random random, Class<?> type, boolean mayBeExtreme) {
        if (type == int[].class) {
            int[] array = new int[random.nextInt(24)];
            for (int index = 0; index < array.length; index++) {
                array[index] = number(random, true);
            }
            return array;
        }
        int number = number(random, mayBeExtreme);
        if (type == int.class) {
            return number;
        }
        if (type == short.class) {
            return (short) number;
        }
        if (type == float.class) {
            return Float.intBitsToFloat(random.nextInt());
        }
        throw new IllegalArgumentException(type.getName());
    }

    private static int number(Random random, boolean mayBeExtreme) {
        int kind = random.nextInt(4);
        if (kind == 0) {
            return BOUNDARIES[random.nextInt(BOUNDARIES.length)];
        }
        if (mayBeExtreme && kind == 1) {
            return EXTREMES[random.nextInt(EXTREMES.length)];
        }
        if (mayBeExtreme && kind == 2) {
            return random.nextInt();
        }
        return random.nextInt(kind == 3 ? 64 : 4_000) - 8;
    }
}
