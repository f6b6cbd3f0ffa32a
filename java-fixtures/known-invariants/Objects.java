import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Makes objects of the JDK in many ways, and prints the fields of each: its class, then NAME=NUMBER, NAME=null, NAME=array of LENGTH or NAME=object of CLASS. */
final class Objects {
    private static final Random RANDOM = new Random(9);

    public static void main(String[] arguments) throws Exception {
        for (int round = 0; round < 300; round++) {
            for (LocalDate date : dates()) {
                print(LocalDate.class, date);
            }
            for (BigDecimal decimal : decimals()) {
                print(BigDecimal.class, decimal);
            }
            times();
            print(ArrayList.class, list());
            print(ArrayDeque.class, ring());
            tables();
            print(BigInteger.class, new BigInteger(RANDOM.nextInt(90), RANDOM).subtract(BigInteger.valueOf(RANDOM.nextInt())));
            for (StackTraceElement element : trace()) {
                print(StackTraceElement.class, element);
            }
        }
    }

    private static void times() throws Exception {
        Instant now = Instant.ofEpochSecond(RANDOM.nextInt(), RANDOM.nextLong());
        LocalDateTime time = LocalDateTime.ofInstant(now, ZoneOffset.ofHours(RANDOM.nextInt(9)));
        for (LocalTime one : List.of(LocalTime.MIN, LocalTime.MAX, time.toLocalTime(), LocalTime.NOON.minusNanos(RANDOM.nextLong()),
                LocalTime.parse(time.toLocalTime().toString()))) {
            print(LocalTime.class, one);
        }
        for (LocalDateTime one : List.of(LocalDateTime.MIN, LocalDateTime.MAX, time, time.plusHours(RANDOM.nextInt()))) {
            print(LocalDateTime.class, one);
        }
        for (Instant one : List.of(Instant.MIN, Instant.MAX, now, now.minusMillis(RANDOM.nextInt()), Instant.parse(now.toString()))) {
            print(Instant.class, one);
        }
        for (Duration one : List.of(Duration.ofSeconds(Long.MIN_VALUE), Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                Duration.ofNanos(RANDOM.nextLong()), Duration.ofMillis(RANDOM.nextLong()).negated().dividedBy(1 + RANDOM.nextInt(99)))) {
            print(Duration.class, one);
        }
        for (YearMonth one : List.of(YearMonth.of(Year.MIN_VALUE, 1), YearMonth.of(Year.MAX_VALUE, 12), YearMonth.from(time),
                YearMonth.from(time).plusMonths(RANDOM.nextInt(99)))) {
            print(YearMonth.class, one);
            print(Year.class, Year.of(one.getYear()).isLeap() ? Year.from(one) : Year.of(one.getYear()));
            print(MonthDay.class, MonthDay.from(time.plusDays(RANDOM.nextInt(400))));
        }
    }

    private static void tables() throws Exception {
        List<Integer> numbers = list();
        HashMap<Integer, Integer> table = RANDOM.nextBoolean() ? new HashMap<>() : new LinkedHashMap<>(RANDOM.nextInt(9));
        HashSet<Integer> set = RANDOM.nextBoolean() ? new HashSet<>(numbers) : new HashSet<>(RANDOM.nextInt(9));
        LinkedHashSet<Integer> linkedSet = RANDOM.nextBoolean() ? new LinkedHashSet<>(numbers) : new LinkedHashSet<>();
        PriorityQueue<Integer> queue = RANDOM.nextBoolean() ? new PriorityQueue<>(numbers) : new PriorityQueue<>();
        LinkedList<Integer> linked = RANDOM.nextBoolean() ? new LinkedList<>(numbers) : new LinkedList<>();
        TreeMap<Integer, Integer> tree = RANDOM.nextBoolean() ? new TreeMap<>() : new TreeMap<>(java.util.Comparator.reverseOrder());
        EnumMap<TimeUnit, Integer> units = new EnumMap<>(TimeUnit.class);
        for (int step = RANDOM.nextInt(40); step > 0; step--) {
            int number = RANDOM.nextInt(12);
            TimeUnit unit = TimeUnit.values()[number % TimeUnit.values().length];
            switch (RANDOM.nextInt(8)) {
                case 0 -> table.remove(number);
                case 1 -> table.keySet().removeIf(key -> key > number);
                case 2 -> linked.removeFirstOccurrence(number);
                case 3 -> linked.subList(0, linked.size() / 2).clear();
                case 4 -> set.retainAll(numbers);
                case 5 -> {
                    queue.poll();
                    tree.pollLastEntry();
                    units.remove(unit);
                }
                default -> {
                    table.merge(number, 1, Integer::sum);
                    tree.put(number, number);
                    units.merge(unit, 1, Integer::sum);
                    set.add(number);
                    linkedSet.add(number);
                    linked.push(number);
                    queue.add(number);
                }
            }
        }
        print(TreeMap.class, RANDOM.nextBoolean() ? tree : new TreeMap<>(tree.descendingMap()));
        print(EnumMap.class, RANDOM.nextBoolean() ? units : units.clone());
        print(HashMap.class, RANDOM.nextBoolean() ? table : table.clone());
        print(HashSet.class, RANDOM.nextBoolean() ? set : set.clone());
        print(LinkedHashSet.class, RANDOM.nextBoolean() ? linkedSet : linkedSet.clone());
        print(PriorityQueue.class, queue);
        print(LinkedList.class, RANDOM.nextBoolean() ? linked : linked.clone());
    }

    private static ArrayDeque<Integer> ring() {
        ArrayDeque<Integer> ring = RANDOM.nextBoolean() ? new ArrayDeque<>() : new ArrayDeque<>(RANDOM.nextInt(4));
        for (int step = RANDOM.nextInt(60); step > 0; step--) {
            switch (RANDOM.nextInt(8)) {
                case 0 -> ring.pollFirst();
                case 1 -> ring.removeIf(number -> number % 2 == 0);
                case 2 -> ring.addAll(List.of(1, 2, 3));
                case 3 -> ring.pollLast();
                case 4 -> ring.addFirst(step);
                case 5 -> ring = RANDOM.nextInt(9) == 0 ? new ArrayDeque<>(ring) : ring.clone();
                default -> ring.add(RANDOM.nextInt());
            }
        }
        return ring;
    }

    private static List<LocalDate> dates() {
        LocalDate drawn = LocalDate.ofEpochDay(RANDOM.nextInt(2_000_000) - 1_000_000);
        return List.of(LocalDate.MIN, LocalDate.MAX, LocalDate.EPOCH, drawn, drawn.plusMonths(RANDOM.nextInt(100)),
                drawn.withDayOfYear(1 + RANDOM.nextInt(365)), drawn.with(TemporalAdjusters.lastDayOfMonth()),
                drawn.minus(Period.of(RANDOM.nextInt(9), RANDOM.nextInt(50), RANDOM.nextInt(90))),
                LocalDate.parse(drawn.withYear(1 + RANDOM.nextInt(9000)).toString()), LocalDate.ofYearDay(2024, 1 + RANDOM.nextInt(366)));
    }

    private static List<BigDecimal> decimals() {
        BigDecimal small = BigDecimal.valueOf(RANDOM.nextLong(), RANDOM.nextInt(30) - 9);
        BigDecimal large = new BigDecimal(new BigInteger(200, RANDOM), RANDOM.nextInt(50));
        BigDecimal least = BigDecimal.valueOf(Long.MIN_VALUE);
        return List.of(small, large, least, least.negate(), least.subtract(BigDecimal.ONE), small.multiply(large), small.pow(5),
                large.setScale(3, RoundingMode.DOWN), large.divide(new BigDecimal(7), MathContext.DECIMAL64), large.stripTrailingZeros(),
                new BigDecimal(RANDOM.nextDouble()), new BigDecimal("1E+400"), new BigDecimal(large.toString()), small.round(MathContext.DECIMAL32));
    }

    private static List<StackTraceElement> trace() {
        List<StackTraceElement> trace = new ArrayList<>();
        Runnable fails = () -> List.of(1, 2).forEach(number -> trace.addAll(List.of(new Throwable().getStackTrace())));
        fails.run();
        try {
            Objects.class.getDeclaredMethod("fail").invoke(null);
        } catch (ReflectiveOperationException thrown) {
            trace.addAll(List.of(thrown.getCause().getStackTrace()));
        }
        Thread.getAllStackTraces().values().forEach(elements -> trace.addAll(List.of(elements)));
        trace.add(new StackTraceElement("a.B", "c", null, RANDOM.nextInt()));
        return trace;
    }

    static int fail() {
        return RANDOM.nextInt() / (RANDOM.nextInt(1));
    }

    private static ArrayList<Integer> list() {
        ArrayList<Integer> list = RANDOM.nextBoolean() ? new ArrayList<>() : new ArrayList<>(RANDOM.nextInt(4));
        for (int step = RANDOM.nextInt(30); step > 0; step--) {
            switch (RANDOM.nextInt(6)) {
                case 0 -> list.clear();
                case 1 -> list.removeIf(number -> number % 2 == 0);
                case 2 -> list.addAll(List.of(1, 2, 3));
                case 3 -> list.trimToSize();
                case 4 -> list.subList(0, list.size() / 2).clear();
                default -> list.add(RANDOM.nextInt());
            }
        }
        return list;
    }

    private static String told(Object value, Class<?> type) {
        if (value == null) {
            return "null";
        }
        if (type.isArray()) {
            return "array of " + Array.getLength(value);
        }
        return value instanceof Number && type.isPrimitive() ? value.toString() : "object of " + value.getClass().getName().replace('.', '/');
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            fields.addAll(List.of(declaring.getDeclaredFields()));
        }
        return fields;
    }

    private static void print(Class<?> type, Object object) throws Exception {
        StringBuilder line = new StringBuilder(type.getName().replace('.', '/'));
        for (Field field : fields(type)) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                Object value = field.get(object);
                line.append('\t').append(field.getName()).append('=').append(told(value, field.getType()));
            }
        }
        System.out.println(line);
    }
}
