package judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The objects of the JDK that callers make and change, and how Java says it. */
final class Jdk {
    private Jdk() { }

    static boolean isBox(Object object) {
        return object instanceof Integer || object instanceof Long || object instanceof Double || object instanceof Float
            || object instanceof Short || object instanceof Byte;
    }

    static Object zero(Class<?> type) {
        if (!type.isPrimitive() || type == void.class) {
            return null;
        }
        return java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0);
    }

    static Object make(String name, Object[] with) {
        return switch (name) {
            case "StringBuilder" -> new StringBuilder((String) with[0]);
            case "Date" -> new Date((Long) with[0]);
            case "AtomicInteger" -> new AtomicInteger((Integer) with[0]);
            case "Object" -> new Object();
            case "ArrayList" -> new ArrayList<>(Arrays.asList(with));
            case "asList" -> Arrays.asList(with);
            case "HashSet" -> new HashSet<>(Arrays.asList(with));
            case "HashMap" -> {
                Map<Object, Object> made = new LinkedHashMap<>();
                for (int at = 0; at + 1 < with.length; at += 2) {
                    made.put(with[at], with[at + 1]);
                }
                yield new HashMap<>(made);
            }
            case "RuntimeException" -> new RuntimeException((String) with[0], (Throwable) with[1]);
            case "Exception" -> new Exception((String) with[0], (Throwable) with[1]);
            case "iterator" -> new ArrayList<>(Arrays.asList(with)).iterator();
            default -> throw new IllegalStateException(name);
        };
    }

    static String makeText(String name, List<String> with) {
        String all = String.join(", ", with);
        return switch (name) {
            case "StringBuilder" -> "new StringBuilder(" + all + ")";
            case "Date" -> "new java.util.Date(" + all + ")";
            case "AtomicInteger" -> "new java.util.concurrent.atomic.AtomicInteger(" + all + ")";
            case "ArrayList" -> "new java.util.ArrayList(java.util.Arrays.asList(new Object[] {" + all + "}))";
            case "asList" -> "java.util.Arrays.asList(new Object[] {" + all + "})";
            case "HashSet" -> "new java.util.HashSet(java.util.Arrays.asList(new Object[] {" + all + "}))";
            case "HashMap" -> "mapOf(" + all + ")";
            case "iterator" -> "new java.util.ArrayList(java.util.Arrays.asList(new Object[] {" + all + "})).iterator()";
            default -> "new " + name + "(" + all + ")";
        };
    }

    static String typeOf(String name) {
        return switch (name) {
            case "Date", "ArrayList", "HashSet", "HashMap" -> "java.util." + name;
            case "asList" -> "java.util.List";
            case "iterator" -> "java.util.Iterator";
            case "AtomicInteger" -> "java.util.concurrent.atomic.AtomicInteger";
            default -> name;
        };
    }

    @SuppressWarnings("unchecked")
    static Object change(String name, Object[] with) {
        switch (name) {
            case "append" -> ((StringBuilder) with[0]).append((String) with[1]);
            case "setLength" -> ((StringBuilder) with[0]).setLength((Integer) with[1]);
            case "setTime" -> ((Date) with[0]).setTime((Long) with[1]);
            case "setInt" -> ((AtomicInteger) with[0]).set((Integer) with[1]);
            case "add" -> ((Collection<Object>) with[0]).add(with[1]);
            case "remove" -> ((Collection<Object>) with[0]).remove(with[1]);
            case "clear" -> ((Collection<Object>) with[0]).clear();
            case "setAt" -> ((List<Object>) with[0]).set((Integer) with[1], with[2]);
            case "put" -> ((Map<Object, Object>) with[0]).put(with[1], with[2]);
            case "removeKey" -> ((Map<Object, Object>) with[0]).remove(with[1]);
            case "clearMap" -> ((Map<Object, Object>) with[0]).clear();
            case "store" -> java.lang.reflect.Array.set(with[0], (Integer) with[1], with[2]);
            case "next" -> {
                return ((Iterator<Object>) with[0]).next();
            }
            case "removeNext" -> ((Iterator<Object>) with[0]).remove();
            default -> throw new IllegalStateException(name);
        }
        return null;
    }

    static String changeText(String name, List<String> with, String component) {
        String on = with.get(0);
        return switch (name) {
            case "append", "setLength" -> "((StringBuilder) " + on + ")." + name + "(" + with.get(1) + ")";
            case "setTime" -> "((java.util.Date) " + on + ").setTime(" + with.get(1) + ")";
            case "setInt" -> "((java.util.concurrent.atomic.AtomicInteger) " + on + ").set(" + with.get(1) + ")";
            case "add", "remove" -> "((java.util.Collection) " + on + ")." + name + "((Object) " + with.get(1) + ")";
            case "clear" -> "((java.util.Collection) " + on + ").clear()";
            case "setAt" -> "((java.util.List) " + on + ").set(" + with.get(1) + ", " + with.get(2) + ")";
            case "put" -> "((java.util.Map) " + on + ").put(" + with.get(1) + ", " + with.get(2) + ")";
            case "removeKey" -> "((java.util.Map) " + on + ").remove(" + with.get(1) + ")";
            case "clearMap" -> "((java.util.Map) " + on + ").clear()";
            case "store" -> "java.lang.reflect.Array.set(" + on + ", " + with.get(1) + ", " + with.get(2) + ")";
            case "next" -> "((java.util.Iterator) " + on + ").next()";
            case "removeNext" -> "((java.util.Iterator) " + on + ").remove()";
            default -> throw new IllegalStateException(name);
        };
    }
}
