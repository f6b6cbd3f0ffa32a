// What objects of the JDK hold, as far as it shows: for results that are compared with those of another version. See ../PROTOCOL.md.
package casewise.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;

/** What is in collections and the like, and what values say of themselves. */
final class Contents {
    /** What a value says of itself is no longer than this. */
    private static final int LONGEST_TEXT = 1024;
    /** Values that say all that they are. */
    private static final Set<String> TOLD = Set.of(
            "java.math.BigDecimal", "java.math.BigInteger", "java.math.MathContext", "java.time.Duration",
            "java.time.Instant", "java.time.LocalDate", "java.time.LocalDateTime", "java.time.LocalTime",
            "java.time.MonthDay", "java.time.OffsetDateTime", "java.time.OffsetTime", "java.time.Period",
            "java.time.Year", "java.time.YearMonth", "java.time.ZonedDateTime", "java.time.ZoneOffset",
            "java.time.ZoneRegion", "java.util.BitSet", "java.util.Currency", "java.util.Date", "java.util.Locale",
            "java.util.OptionalDouble", "java.util.OptionalInt", "java.util.OptionalLong", "java.util.StringJoiner",
            "java.util.UUID", "java.net.URI", "java.net.URL", "java.util.regex.Pattern", "java.io.File",
            "java.io.StringWriter", "java.io.ByteArrayOutputStream", "java.util.concurrent.atomic.AtomicBoolean",
            "java.util.concurrent.atomic.AtomicInteger", "java.util.concurrent.atomic.AtomicLong",
            "java.util.concurrent.atomic.LongAdder");

    private Contents() {}

    /** What is in an object of the JDK, in an order that is the same in every JVM; null where that does not show. */
    static Object[] of(Object object) {
        try {
            if (object instanceof Collection<?> all) {
                return ordered(all.toArray(), isOrdered(all));
            }
            if (object instanceof Map<?, ?> map) {
                List<Object> flat = new ArrayList<>();
                Object[] keys = ordered(map.keySet().toArray(), isOrdered(map));
                for (Object key : keys == null ? new Object[0] : keys) {
                    flat.add(key);
                    flat.add(map.get(key));
                }
                return keys == null ? null : flat.toArray();
            }
            if (object instanceof Map.Entry<?, ?> entry) {
                return new Object[] {entry.getKey(), entry.getValue()};
            }
            if (object instanceof Optional<?> optional) {
                return optional.isPresent() ? new Object[] {optional.get()} : new Object[0];
            }
            if (object instanceof AtomicReference<?> reference) {
                return new Object[] {reference.get()};
            }
            return null;
        } catch (Throwable hidden) {
            return null;
        }
    }

    /** What a value of the JDK says of itself; null of others. */
    static String told(Object object) {
        if (!TOLD.contains(object.getClass().getName())) {
            return null;
        }
        try {
            String text = object.toString();
            return text != null && text.length() <= LONGEST_TEXT ? text : null;
        } catch (Throwable hidden) {
            return null;
        }
    }

    private static boolean isOrdered(Collection<?> all) {
        boolean isOrderedSet = all instanceof SortedSet || all instanceof LinkedHashSet || all instanceof EnumSet;
        return !(all instanceof Set) || isOrderedSet;
    }

    private static boolean isOrdered(Map<?, ?> map) {
        return map instanceof SortedMap || map instanceof LinkedHashMap || map instanceof java.util.EnumMap;
    }

    /** The elements, sorted where their order may differ from run to run; null where nothing sorts them. */
    private static Object[] ordered(Object[] elements, boolean isOrdered) {
        if (isOrdered || elements.length < 2) {
            return elements;
        }
        for (Object element : elements) {
            boolean isPlain = element instanceof String || element instanceof Number || element instanceof Character
                    || element instanceof Boolean || element instanceof Enum;
            if (!isPlain) {
                return null;
            }
        }
        Arrays.sort(elements, Comparator.comparing((Object it) -> it.getClass().getName()).thenComparing(Contents::name));
        return elements;
    }

    private static String name(Object plain) {
        return plain instanceof Enum<?> constant ? constant.name() : plain.toString();
    }
}
