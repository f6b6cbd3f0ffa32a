package judge;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Objects of the JDK that callers make and change. */
final class Jdk {
    private static final long[] NUMBERS = {0, 1, -1, 2, 3, 4, 5, 7, 8, 10, 12, 16, 24, 31, 60, 64, 65, 99, 100, 127, 255, 1000, 1970, 2024, -7, 86_400_000L,
        Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final String[] TEXTS = {"", "a", "b", "ab", "Abc", "x y", "1", "-12", "3.5", "true", "key=value", "{\"a\":[1,null]}", "<p class=x>q</p>",
        "<a href='u'>t", "2024-02-29T12:00:00Z", "UTC", "Europe/Paris", "yyyy-MM-dd", "en_US", "UTF-8", "${x:-y}", "div > p", "zz\u00e9", "\ud83d\ude00", "%s", "[a-z]+",
        "SHA-256", "aGVsbG8=", "68656c6c6f"};

    private final Random random;

    Jdk(Random random) {
        this.random = random;
    }

    String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    Object primitive(Class<?> type) {
        long number = random.nextInt(4) == 0 ? random.nextInt(40) - 10 : NUMBERS[random.nextInt(NUMBERS.length)];
        return switch (type.getName()) {
            case "int", "java.lang.Integer" -> (int) number;
            case "long", "java.lang.Long" -> number;
            case "short", "java.lang.Short" -> (short) number;
            case "byte", "java.lang.Byte" -> (byte) number;
            case "char", "java.lang.Character" -> random.nextBoolean() ? (char) number : (char) ('a' + random.nextInt(26));
            case "boolean", "java.lang.Boolean" -> random.nextBoolean();
            case "float", "java.lang.Float" -> number / 4f;
            case "double", "java.lang.Double" -> number / 4d;
            default -> null;
        };
    }

    /** An object of a type of the JDK; none of most. Elements are drawn by the one who asks. */
    Object object(Class<?> type, Supplier<Object> element) {
        int size = random.nextInt(4);
        return switch (type.getName()) {
            case "java.lang.String", "java.lang.Comparable" -> text();
            case "java.lang.Object" -> random.nextBoolean() ? text() : primitive(Integer.class);
            case "java.lang.CharSequence", "java.lang.Appendable" -> random.nextBoolean() && type == CharSequence.class ? text() : new StringBuilder(text());
            case "java.lang.StringBuilder" -> new StringBuilder(text());
            case "java.lang.StringBuffer" -> new StringBuffer(text());
            case "java.lang.Number" -> primitive(random.nextBoolean() ? Long.class : Double.class);
            case "java.lang.Iterable", "java.util.Collection", "java.util.List", "java.util.ArrayList" -> filled(new ArrayList<>(), size, element);
            case "java.util.Set" -> filled(new LinkedHashSet<>(), size, element);
            case "java.util.Iterator" -> filled(new ArrayList<>(), size, element).iterator();
            case "java.util.Map", "java.util.HashMap" -> map(size, element);
            case "java.util.SortedMap", "java.util.TreeMap" -> new TreeMap<>();
            case "java.util.Date" -> new Date((Long) primitive(long.class));
            case "java.util.Calendar", "java.util.GregorianCalendar" -> new java.util.GregorianCalendar(2024, 1, 29);
            case "java.util.Locale" -> random.nextBoolean() ? Locale.US : Locale.GERMANY;
            case "java.util.TimeZone" -> TimeZone.getTimeZone(random.nextBoolean() ? "UTC" : "Europe/Paris");
            case "java.util.Random" -> new Random(random.nextInt());
            case "java.util.concurrent.TimeUnit" -> java.util.concurrent.TimeUnit.values()[random.nextInt(7)];
            case "java.util.regex.Pattern" -> Pattern.compile("[a-z]+");
            case "java.math.BigInteger" -> BigInteger.valueOf((Long) primitive(long.class));
            case "java.math.BigDecimal" -> BigDecimal.valueOf((Long) primitive(long.class), random.nextInt(3));
            case "java.nio.charset.Charset" -> random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
            case "java.nio.ByteBuffer" -> ByteBuffer.allocate(size);
            case "java.io.InputStream" -> new ByteArrayInputStream(text().getBytes(StandardCharsets.UTF_8));
            case "java.io.OutputStream" -> new ByteArrayOutputStream();
            case "java.io.Reader" -> new StringReader(text());
            case "java.io.Writer" -> new StringWriter();
            case "java.io.File" -> new File("none" + size);
            case "java.lang.Throwable", "java.lang.Exception", "java.lang.RuntimeException" -> new IllegalStateException(text());
            case "java.lang.Class" -> random.nextBoolean() ? String.class : int[].class;
            case "java.lang.ClassLoader" -> ClassLoader.getPlatformClassLoader();
            case "java.time.Duration" -> java.time.Duration.ofMillis(size);
            case "java.time.ZoneId" -> java.time.ZoneOffset.UTC;
            default -> null;
        };
    }

    private static Collection<Object> filled(Collection<Object> into, int size, Supplier<Object> element) {
        for (int at = 0; at < size; at++) {
            into.add(element.get());
        }
        return into;
    }

    private Map<Object, Object> map(int size, Supplier<Object> element) {
        Map<Object, Object> made = new HashMap<>();
        for (int at = 0; at < size; at++) {
            made.put(text(), element.get());
        }
        return made;
    }

    /** Changes what callers may change by themselves; whether this is of that kind. */
    @SuppressWarnings("unchecked")
    boolean change(Object object, Supplier<Object> element) {
        if (object instanceof StringBuilder builder) {
            builder.setLength(random.nextBoolean() ? 0 : builder.length() + 1);
        } else if (object instanceof Date date) {
            date.setTime((Long) primitive(long.class));
        } else if (object instanceof AtomicInteger number) {
            number.set((Integer) primitive(int.class));
        } else if (object instanceof List<?> list && random.nextBoolean()) {
            ((List<Object>) list).add(element.get());
        } else if (object instanceof Collection<?> collection) {
            collection.clear();
        } else if (object instanceof Map<?, ?> map) {
            map.clear();
        } else if (object instanceof int[] numbers) {
            Arrays.fill(numbers, (Integer) primitive(int.class));
        } else if (object instanceof byte[] bytes) {
            Arrays.fill(bytes, (Byte) primitive(byte.class));
        } else if (object instanceof char[] characters) {
            Arrays.fill(characters, (Character) primitive(char.class));
        } else if (object instanceof Object[] elements) {
            Arrays.fill(elements, null);
        } else {
            return false;
        }
        return true;
    }
}
