import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** Calls public constructors and methods of the classes of a folder in drawn orders, and prints for each method that was called how
 * often it ended in an exception, and how often it was called. Arguments: the folder, a seed, the number of calls. */
final class DrawnCalls {
    private static final Object[] NUMBERS = {0, 1, 2, 3, 5, 10, 60, 99, 100, 1440, 10_000, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final Object[] LONGS = {0L, 1L, 10L, 1000L, 1L << 40, -1L, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final Object[] TEXTS = {"", "a", "A-1", "a@b", " ", "x-", null};

    private final Random random;
    private final List<Executable> calls = new ArrayList<>();
    private final Map<Class<?>, List<Object>> made = new HashMap<>();
    private final Map<String, int[]> counts = new TreeMap<>();

    private DrawnCalls(long seed) {
        random = new Random(seed);
    }

    public static void main(String[] arguments) throws Exception {
        DrawnCalls drawn = new DrawnCalls(Long.parseLong(arguments[1]));
        drawn.load(Path.of(arguments[0]));
        for (int call = 0; call < Integer.parseInt(arguments[2]); call++) {
            drawn.step();
        }
        drawn.counts.forEach((method, count) -> System.out.println(method + "\t" + count[0] + "\t" + count[1]));
    }

    private void load(Path folder) throws Exception {
        List<String> names;
        try (Stream<Path> files = Files.walk(folder)) {
            names = files.map(file -> folder.relativize(file).toString()).filter(file -> file.endsWith(".class")).sorted().toList();
        }
        for (String name : names) {
            Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
            if (type.isEnum()) {
                made.put(type, new ArrayList<>(List.of(type.getEnumConstants())));
            }
            if (!Modifier.isPublic(type.getModifiers())) {
                continue;
            }
            if (!Modifier.isAbstract(type.getModifiers())) {
                calls.addAll(List.of(type.getConstructors()));
            }
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                    calls.add(method);
                }
            }
        }
        calls.sort((left, right) -> left.toString().compareTo(right.toString()));
    }

    private void step() throws Exception {
        Executable called = calls.get(random.nextInt(calls.size()));
        Object receiver = null;
        if (called instanceof Method && !Modifier.isStatic(called.getModifiers())) {
            receiver = one(called.getDeclaringClass());
            if (receiver == null) {
                return;
            }
        }
        Object[] arguments = new Object[called.getParameterCount()];
        for (int position = 0; position < arguments.length; position++) {
            arguments[position] = argument(called.getParameterTypes()[position]);
        }
        int[] count = counts.computeIfAbsent(called.getDeclaringClass().getName() + "." + called.getName(), name -> new int[2]);
        count[1]++;
        try {
            Object result = called instanceof Constructor<?> constructor
                    ? constructor.newInstance(arguments) : ((Method) called).invoke(receiver, arguments);
            keep(result);
        } catch (InvocationTargetException thrown) {
            count[0]++;
        }
    }

    private void keep(Object object) {
        if (object != null && !object.getClass().isEnum()) {
            List<Object> known = made.computeIfAbsent(object.getClass(), type -> new ArrayList<>());
            if (known.size() < 20) {
                known.add(object);
            } else {
                known.set(random.nextInt(known.size()), object);
            }
        }
    }

    private Object one(Class<?> type) {
        List<Object> fitting = new ArrayList<>();
        made.forEach((known, objects) -> {
            if (type.isAssignableFrom(known)) {
                fitting.addAll(objects);
            }
        });
        return fitting.isEmpty() ? null : fitting.get(random.nextInt(fitting.size()));
    }

    private Object argument(Class<?> type) {
        if (type == int.class) {
            return pick(NUMBERS);
        } else if (type == long.class) {
            return pick(LONGS);
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type == char.class) {
            return (char) ('0' + random.nextInt(60));
        } else if (random.nextInt(15) == 0) {
            return null;
        } else if (type == String.class) {
            return pick(TEXTS);
        } else if (type == UUID.class) {
            return new UUID(0, random.nextInt(3));
        } else if (type == LocalDate.class) {
            return LocalDate.of(2024, 2, 29).plusDays(random.nextInt(3) * 366L);
        } else if (type == BigDecimal.class) {
            return BigDecimal.valueOf((Long) pick(LONGS), random.nextInt(3));
        } else if (type == DayOfWeek.class) {
            return DayOfWeek.of(1 + random.nextInt(7));
        } else if (type == Optional.class) {
            return Optional.ofNullable(pick(TEXTS));
        } else if (type == List.class) {
            return random.nextBoolean() ? List.of() : new ArrayList<>(List.of("a", "b"));
        } else if (type == int[].class) {
            return switch (random.nextInt(3)) {
                case 0 -> new int[] {8, 8, 8, 8, 8, 0, 0};
                case 1 -> new int[] {1, 2, 3};
                default -> new int[random.nextInt(9)];
            };
        } else if (type == Object.class) {
            return random.nextBoolean() ? "a" : one(Object.class);
        } else if (type.isInterface() && !type.isSealed()) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                    (proxy, method, arguments) -> method.getReturnType() == Object.class ? null : argument(method.getReturnType()));
        }
        return one(type);
    }

    private Object pick(Object[] from) {
        return from[random.nextInt(from.length)];
    }
}
