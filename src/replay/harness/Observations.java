// What a test can say of values while it runs: whether they change, and what they are. See ../PROTOCOL.md.
package casewise.replay;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Called by tests that were written to observe. What is not written by them is not noted. */
public final class Observations {
    /** An expression that may throw. */
    public interface Expression {
        Object value() throws Throwable;
    }

    /** How far into an object one looks, how much it may hold, how long a text may be, and how long what is told. */
    private static final int DEEPEST = 3;
    private static final int MOST = 8;
    private static final int LONGEST = 120;
    private static final int LONGEST_TOLD = 250;

    private static final ThreadLocal<Observations> CURRENT = new ThreadLocal<>();

    private final Map<Integer, Object> before = new TreeMap<>();
    private final Map<Integer, String> noted = new TreeMap<>();

    private Observations() {}

    /** Begins to note what this thread observes. */
    static void begin() {
        CURRENT.set(new Observations());
    }

    /** What was observed since then, by the numbers of the observations. */
    static Map<Integer, String> end() {
        Observations current = CURRENT.get();
        CURRENT.remove();
        return current == null ? Map.of() : current.noted;
    }

    /** Notes what an expression is before the call. */
    public static void before(int number, Expression expression) {
        Observations current = CURRENT.get();
        if (current != null) {
            current.before.put(number, seen(expression));
        }
    }

    /** Notes whether it is something else after the call, and what. */
    public static void after(int number, Expression expression) {
        Observations current = CURRENT.get();
        if (current == null) {
            return;
        }
        boolean isSame = current.before.containsKey(number) && current.before.get(number).equals(seen(expression));
        String told = null;
        try {
            told = told(expression.value(), 0);
        } catch (Throwable thrown) {
            // That it throws is no value.
        }
        current.noted.put(number, (isSame ? "same " : "changed ") + (told == null ? "-" : told));
    }

    /** Notes what a value is. */
    public static void value(int number, Object value) {
        Observations current = CURRENT.get();
        String told = told(value, 0);
        if (current != null && told != null) {
            current.noted.put(number, "value " + told);
        }
    }

    /** Notes the message of an exception that code of the class path has made: those of the JVM and the JDK are theirs. */
    public static void thrown(int number, Throwable thrown) {
        Observations current = CURRENT.get();
        StackTraceElement[] frames = thrown.getStackTrace();
        boolean isOwn = frames.length > 0
                && frames[0].getModuleName() == null
                && !(thrown instanceof NullPointerException)
                && !(thrown instanceof ArithmeticException)
                && !(thrown instanceof ClassCastException)
                && !(thrown instanceof ArrayStoreException)
                && !(thrown instanceof NegativeArraySizeException)
                && !(thrown instanceof IndexOutOfBoundsException)
                && !(thrown instanceof VirtualMachineError);
        if (current == null || !isOwn) {
            return;
        }
        String message = thrown.getMessage();
        if (message != null && message.length() <= LONGEST && message.chars().allMatch(unit -> unit >= ' ' && unit < 127)) {
            current.noted.put(number, "value " + text(message));
        }
    }

    /** What can be compared of an expression later on. */
    private static Object seen(Expression expression) {
        try {
            return snapshot(expression.value(), 0);
        } catch (Throwable thrown) {
            return List.of("throws", thrown.getClass());
        }
    }

    private static Object snapshot(Object value, int depth) {
        if (value == null) {
            return List.of("null");
        }
        if (value instanceof Number || value instanceof Boolean || value instanceof Character || value instanceof String) {
            return List.of(value.getClass(), value);
        }
        if (value instanceof StringBuilder || value instanceof StringBuffer) {
            return List.of(value.getClass(), System.identityHashCode(value), value.toString());
        }
        if (value.getClass().isArray() && depth <= DEEPEST) {
            List<Object> elements = new ArrayList<>();
            int length = java.lang.reflect.Array.getLength(value);
            for (int i = 0; i < length; i++) {
                elements.add(snapshot(java.lang.reflect.Array.get(value, i), depth + 1));
            }
            return List.of(value.getClass(), elements);
        }
        // Of what the JDK's values hold their text tells; other objects are compared by identity.
        String told = told(value, depth);
        return told == null ? List.of(value.getClass(), new Identity(value)) : List.of(value.getClass(), told);
    }

    private record Identity(Object object) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Identity identity && identity.object == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }

    /** A value in the notation of the protocol; null where it has none, or a long one. */
    private static String told(Object value, int depth) {
        String told = notation(value, depth);
        return told == null || told.length() > LONGEST_TOLD ? null : told;
    }

    private static String notation(Object value, int depth) {
        if (value == null) {
            return "null()";
        }
        if (value instanceof String text) {
            return text.length() <= LONGEST ? text(text) : null;
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte || value instanceof Boolean) {
            return value.getClass().getSimpleName() + "(" + value + ")";
        }
        if (value instanceof Character unit) {
            return "Character(" + (int) unit + ")";
        }
        if (value instanceof Long number) {
            return "Long(" + number + ")";
        }
        if (value instanceof Double number) {
            return "Double(" + Double.doubleToRawLongBits(number) + ")";
        }
        if (value instanceof Float number) {
            return "Float(" + Float.floatToRawIntBits(number) + ")";
        }
        Class<?> type = value.getClass();
        if (type == BigInteger.class || type == BigDecimal.class || type == UUID.class || isOfTime(type)) {
            String text = value.toString();
            return text.length() <= LONGEST ? type.getSimpleName() + "(" + Escapes.escape(text) + ")" : null;
        }
        if (value instanceof Charset charset) {
            return "Charset(" + Escapes.escape(charset.name()) + ")";
        }
        if (depth >= DEEPEST) {
            return null;
        }
        if (value instanceof Optional<?> optional) {
            String held = optional.isPresent() ? told(optional.get(), depth + 1) : "";
            return held == null ? null : "Optional(" + held + ")";
        }
        if (type.getClassLoader() != null) {
            return null;
        }
        if (value instanceof List<?> list) {
            return all("List", list.iterator(), list.size(), depth);
        }
        if (value instanceof Set<?> set) {
            return all("Set", set.iterator(), set.size(), depth);
        }
        if (value instanceof Map<?, ?> map) {
            List<Object> flat = new ArrayList<>();
            map.forEach((key, held) -> flat.addAll(Arrays.asList(key, held)));
            return all("Map", flat.iterator(), flat.size(), depth);
        }
        return null;
    }

    private static boolean isOfTime(Class<?> type) {
        return Set.of("LocalDate", "LocalTime", "LocalDateTime", "Duration", "Period", "Instant", "YearMonth")
                .contains(type.getSimpleName()) && type.getPackageName().equals("java.time");
    }

    private static String all(String name, Iterator<?> elements, int count, int depth) {
        if (count > MOST) {
            return null;
        }
        StringBuilder text = new StringBuilder(name).append('(');
        while (elements.hasNext()) {
            String told = told(elements.next(), depth + 1);
            if (told == null) {
                return null;
            }
            text.append(text.charAt(text.length() - 1) == '(' ? "" : ",").append(told);
        }
        return text.append(')').toString();
    }

    private static String text(String text) {
        return "String(" + Escapes.escape(text) + ")";
    }
}
