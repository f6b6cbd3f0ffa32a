// Judges a table of expectations by the JVM: every failing input really fails where the table says, no value of a pool
// makes any other method fail, and every public method has a row.
//
// Arguments: the folder of compiled classes, the table, a folder to work in; `--observed` prints what each input does
// instead of comparing it.

import java.io.File;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

public class Expectations {
    private static final int CALLS = 500;
    private static final long HANGING_MILLISECONDS = 60_000;

    private record Row(String type, String method, String descriptor, String verdict, String exception, String line,
            String property, String input) {
        boolean fails() {
            return verdict.equals("fails") || verdict.equals("may-fail");
        }

        String key() {
            return type + "." + method + descriptor;
        }
    }

    private final Path classes;
    private final Path work;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> defects = new ArrayList<>();

    private Expectations(Path classes, Path work) {
        this.classes = classes;
        this.work = work;
    }

    public static void main(String[] arguments) throws Exception {
        Expectations expectations = new Expectations(Path.of(arguments[0]), Path.of(arguments[2]));
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            if (!line.startsWith("#") && !line.isBlank() && !line.startsWith("class\t")) {
                String[] cells = (line + "\t".repeat(8)).split("\t", -1);
                expectations.rows.add(new Row(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7]));
            }
        }
        boolean observed = arguments.length > 3 && arguments[3].equals("--observed");
        expectations.compileInputs();
        expectations.runInputs(observed);
        if (!observed) {
            expectations.everyMethodHasARow();
        }
        expectations.nothingElseFails();
        expectations.defects.forEach(System.out::println);
        System.out.flush();
        Runtime.getRuntime().halt(expectations.defects.isEmpty() ? 0 : 1);
    }

    /** One class whose method i runs the input of row i. */
    private void compileInputs() throws IOException {
        StringBuilder source = new StringBuilder("package check;\nimport java.util.*;\npublic class Inputs__ {\n");
        for (int i = 0; i < rows.size(); i++) {
            if (!rows.get(i).input().isEmpty()) {
                source.append("  public static void input").append(i).append("() throws Throwable { ")
                        .append(rows.get(i).input()).append("; }\n");
            }
        }
        source.append("}\n");
        Path file = Files.createDirectories(work.resolve("source").resolve("check")).resolve("Inputs__.java");
        Files.writeString(file, source);
        Path output = Files.createDirectories(work.resolve("inputs"));
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-nowarn", "-cp", classes.toString(),
                "-d", output.toString(), file.toString());
        if (result != 0) {
            throw new IllegalStateException("the inputs of the table do not compile");
        }
    }

    /** Classes that nothing has initialised yet. */
    private ClassLoader fresh() throws IOException {
        URL[] places = {classes.toUri().toURL(), work.resolve("inputs").toUri().toURL()};
        URLClassLoader loader = new URLClassLoader(places, Expectations.class.getClassLoader());
        loader.setDefaultAssertionStatus(true);
        return loader;
    }

    private void runInputs(boolean observed) throws Exception {
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            boolean fails = row.fails();
            if (fails == row.input().isEmpty()) {
                defects.add(row.key() + ": a row that fails has an input, and no other");
                continue;
            }
            if (!fails) {
                continue;
            }
            Class<?> inputs = fresh().loadClass("check.Inputs__");
            Throwable thrown = null;
            try {
                inputs.getMethod("input" + i).invoke(null);
            } catch (InvocationTargetException exception) {
                thrown = exception.getCause();
            }
            StackTraceElement place = thrown == null ? null : userFrame(thrown);
            String exception = thrown == null ? "nothing" : thrown.getClass().getName();
            String line = place == null ? "" : Integer.toString(place.getLineNumber());
            if (observed) {
                System.out.println("observed\t" + i + "\t" + exception + "\t" + line + "\t"
                        + (place == null ? "" : place.getFileName()));
            } else if (thrown == null || !exception.equals(row.exception()) || !line.equals(row.line())) {
                defects.add(row.key() + ": `" + row.input() + "` gives " + exception + " at line " + line
                        + ", the table says " + row.exception() + " at line " + row.line());
            }
        }
    }

    private static StackTraceElement userFrame(Throwable thrown) {
        return Stream.of(thrown.getStackTrace()).filter(Expectations::isUser).findFirst().orElse(null);
    }

    private static boolean isUser(StackTraceElement frame) {
        return frame.getClassName().startsWith("check.") && !frame.getClassName().equals("check.Inputs__");
    }

    private List<String> classNames() throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(classes::relativize).map(Path::toString).filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - 6).replace(File.separatorChar, '.')).sorted().toList();
        }
    }

    private Map<String, Executable> methods(ClassLoader loader) throws Exception {
        Map<String, Executable> methods = new TreeMap<>();
        for (String name : classNames()) {
            Class<?> type = loader.loadClass(name);
            if (!isAccessible(type)) {
                continue;
            }
            List<Executable> all = new ArrayList<>(List.of(type.getDeclaredMethods()));
            all.addAll(List.of(type.getDeclaredConstructors()));
            for (Executable method : all) {
                if (Modifier.isPublic(method.getModifiers()) && !Modifier.isAbstract(method.getModifiers())
                        && !method.isSynthetic() && !isImplicit(type, method)) {
                    methods.put(key(type, method), method);
                }
            }
        }
        return methods;
    }

    private static boolean isAccessible(Class<?> type) {
        return type == null || Modifier.isPublic(type.getModifiers()) && !type.isSynthetic() && isAccessible(type.getDeclaringClass());
    }

    /** Whether the compiler makes this method of a record or an enum (one that is written out is no harm to leave out). */
    private static boolean isImplicit(Class<?> type, Executable method) {
        if (type.isEnum()) {
            return method.getName().equals("values") || method.getName().equals("valueOf");
        }
        if (!type.isRecord()) {
            return false;
        }
        Set<String> names = new HashSet<>(Set.of("equals", "hashCode", "toString"));
        for (RecordComponent component : type.getRecordComponents()) {
            names.add(component.getName());
        }
        return names.contains(method.getName());
    }

    private static String key(Class<?> type, Executable method) {
        StringBuilder key = new StringBuilder(type.getName()).append('.');
        key.append(method instanceof Constructor ? "<init>" : method.getName()).append('(');
        for (Class<?> parameter : method.getParameterTypes()) {
            key.append(parameter.descriptorString());
        }
        Class<?> result = method instanceof Method it ? it.getReturnType() : void.class;
        return key.append(')').append(result.descriptorString()).toString();
    }

    private void everyMethodHasARow() throws Exception {
        Map<String, Executable> methods = methods(fresh());
        Set<String> named = new HashSet<>();
        for (Row row : rows) {
            named.add(row.key());
            if (!methods.containsKey(row.key())) {
                defects.add(row.key() + ": no such public method");
            }
            boolean fails = !row.input().isEmpty();
            if (row.method().endsWith("Bad") && !fails || row.method().endsWith("Ok") && fails) {
                defects.add(row.key() + ": " + row.verdict());
            }
        }
        for (Map.Entry<String, Executable> method : methods.entrySet()) {
            if (!named.contains(method.getKey()) && !(method.getValue() instanceof Constructor)) {
                defects.add(method.getKey() + ": no row");
            }
        }
    }

    /** Calls every method that the table does not say to fail, constructors too, with values of a pool. */
    private void nothingElseFails() throws Exception {
        Set<String> failing = new HashSet<>();
        rows.stream().filter(Row::fails).forEach(row -> failing.add(row.key()));
        ClassLoader loader = fresh();
        Map<String, Executable> methods = methods(loader);
        Pool pool = new Pool(methods);
        for (Map.Entry<String, Executable> method : methods.entrySet()) {
            if (failing.contains(method.getKey())) {
                continue;
            }
            Thread thread = new Thread(null, () -> callOften(method.getKey(), method.getValue(), pool), "calls", 1 << 26);
            thread.setDaemon(true);
            thread.start();
            thread.join(HANGING_MILLISECONDS);
            if (thread.isAlive()) {
                defects.add(method.getKey() + ": does not come back for an input of the pool");
            }
        }
    }

    private void callOften(String key, Executable method, Pool pool) {
        Random random = new Random(key.hashCode());
        for (int call = 0; call < CALLS; call++) {
            Object receiver = null;
            if (method instanceof Method && !Modifier.isStatic(method.getModifiers())) {
                receiver = pool.value(method.getDeclaringClass(), random, 2);
                if (receiver == null) {
                    continue;
                }
            }
            Object[] arguments = pool.arguments(method, random, 3);
            if (isProgram(method) && (arguments[0] == null || Arrays.asList((Object[]) arguments[0]).contains(null))) {
                continue;
            }
            String shown = show(receiver) + " " + show(arguments);
            try {
                if (method instanceof Method it) {
                    it.setAccessible(true);
                    it.invoke(receiver, arguments);
                } else {
                    ((Constructor<?>) method).newInstance(arguments);
                }
            } catch (InvocationTargetException exception) {
                Throwable thrown = exception.getCause();
                if (isFailure(method, thrown)) {
                    synchronized (defects) {
                        defects.add(key + ": " + shown + " gives " + thrown + " at " + userFrame(thrown));
                    }
                    return;
                }
            } catch (ReflectiveOperationException | IllegalArgumentException exception) {
                synchronized (defects) {
                    defects.add(key + ": " + shown + ": cannot be called: " + exception);
                }
                return;
            }
        }
    }

    /** Whether a method is where a program begins, to which nobody passes null. */
    private static boolean isProgram(Executable method) {
        return method.getName().equals("main") && Modifier.isStatic(method.getModifiers())
                && Arrays.equals(method.getParameterTypes(), new Class<?>[] {String[].class});
    }

    private static boolean isFailure(Executable method, Throwable thrown) {
        if (thrown instanceof VirtualMachineError) {
            return false;
        }
        if (Stream.of(method.getExceptionTypes()).anyMatch(declared -> declared.isInstance(thrown))) {
            return false;
        }
        StackTraceElement[] trace = thrown.getStackTrace();
        boolean own = trace.length > 0 && trace[0].getClassName().equals(method.getDeclaringClass().getName());
        boolean nullCheck = trace.length > 1 && trace[0].getClassName().equals("java.util.Objects")
                && trace[1].getClassName().equals(method.getDeclaringClass().getName());
        return !(own && (thrown.getClass() == IllegalArgumentException.class
                || thrown.getClass() == UnsupportedOperationException.class)
                || nullCheck && thrown instanceof NullPointerException);
    }

    private static String show(Object value) {
        if (value instanceof Object[] array) {
            return Arrays.deepToString(array);
        }
        return value == null || !value.getClass().isArray() ? String.valueOf(value)
                : "array of length " + Array.getLength(value);
    }

    /** Values that tend to make trouble, by type. */
    private static final class Pool {
        private static final long[] NUMBERS = {0, 1, -1, 2, -2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 15, 16, 28, 29, 30, 31, 32, 33,
            59, 60, 63, 64, 65, 97, 99, 100, 101, 122, 127, 128, 129, 255, 256, 365, 366, 400, 404, 999, 1000, 1900, 2000, 2024,
            3999, 4000, 32767, 32768, 65535, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1,
            Integer.MIN_VALUE + 1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, 1L << 31, 1L << 32, -128, -129, -32769};
        private static final double[] REALS = {0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1.15, 99.9, 100.0, 1e9, -1e9, 1e300, -1e300,
            Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE};
        private static final String[] TEXTS = {"", " ", "a", "A", "0", "7", "-", "+", "-1", "12", "007", "x", "ab", "ba", "aa",
            "a1", "1a", "3a", "a3b2", "2147483647", "2147483648", "-2147483648", "99999999999", "1 2 +", "+ 1", "1 +", "1+2",
            "1+", "(1", "(1+2)*3", "1/0", "\"", "\"a", "\"a\"", "\"a\\", ",", ",,", ",,,,", "a,b", "a,b,c,d", "=", "a=", "=b",
            "a=b", "a=b=c", ".", "a.b", "a b.c", "I", "IV", "IX", "MCMXCIV", "IIX", "ABC", "{", "}", "{}", "[()]", "([)]", ")",
            "\u0000", "\uffff", "\ud83d\ude00", "\ud83d", "name", "RED", "red", "12:30", "24:00", ":", "1:", "2024-02-30",
            "2024-02-29", "-", "--", "racecar", "true", "NaN", "1e5", "0x10", "the quick brown fox jumps over the dog",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "4539578763621486", "\n", "\t", "a\nb"};
        private final Map<String, Executable> methods;

        Pool(Map<String, Executable> methods) {
            this.methods = methods;
        }

        Object[] arguments(Executable method, Random random, int depth) {
            return Stream.of(method.getParameterTypes()).map(type -> value(type, random, depth)).toArray();
        }

        Object value(Class<?> type, Random random, int depth) {
            if (type.isPrimitive()) {
                return primitive(type, random);
            }
            if (random.nextInt(8) == 0) {
                return null;
            }
            if (type == String.class || type == CharSequence.class) {
                return text(random);
            }
            if (type == Object.class) {
                Object[] values = {1, "a", 2.5, new int[0], 'c', 7L, new Object()};
                return values[random.nextInt(values.length)];
            }
            if (type == Integer.class || type == Number.class) {
                return (int) number(random);
            }
            if (type == Boolean.class) {
                return random.nextBoolean();
            }
            if (type == Long.class) {
                return number(random);
            }
            if (type == Character.class) {
                return primitive(char.class, random);
            }
            if (type == Double.class) {
                return primitive(double.class, random);
            }
            if (type.isArray()) {
                Object array = Array.newInstance(type.getComponentType(), random.nextInt(4) * random.nextInt(3));
                for (int i = 0; i < Array.getLength(array); i++) {
                    Array.set(array, i, value(type.getComponentType(), random, depth - 1));
                }
                return array;
            }
            if (type.isEnum()) {
                return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
            }
            if (type == List.class || type == Iterable.class || type == java.util.Collection.class) {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(null);
                }
                return list;
            }
            if (type == Map.class) {
                return new HashMap<Object, Object>();
            }
            return depth <= 0 ? null : constructed(type, random, depth);
        }

        /** An object of the type or of a subclass, by any of the public constructors. */
        private Object constructed(Class<?> type, Random random, int depth) {
            List<Executable> ways = methods.values().stream()
                    .filter(way -> type.isAssignableFrom(way.getDeclaringClass()))
                    .filter(way -> way instanceof Constructor && !Modifier.isAbstract(way.getDeclaringClass().getModifiers())
                            && Modifier.isPublic(way.getDeclaringClass().getModifiers()))
                    .toList();
            List<Object> constants = new ArrayList<>();
            for (AnnotatedElement way : methods.values()) {
                Class<?> owner = ((Executable) way).getDeclaringClass();
                if (owner.isEnum() && type.isAssignableFrom(owner)) {
                    constants.addAll(List.of(owner.getEnumConstants()));
                }
            }
            if (!constants.isEmpty() && (ways.isEmpty() || random.nextBoolean())) {
                return constants.get(random.nextInt(constants.size()));
            }
            for (int attempt = 0; attempt < 20 && !ways.isEmpty(); attempt++) {
                Constructor<?> way = (Constructor<?>) ways.get(random.nextInt(ways.size()));
                try {
                    Object made = way.newInstance(arguments(way, random, depth - 1));
                    use(made, random);
                    return made;
                } catch (ReflectiveOperationException exception) {
                    // A constructor that rejects its arguments makes nothing.
                }
            }
            return null;
        }

        /** Calls a few public methods, so that the object is not always as its constructor left it. */
        private void use(Object made, Random random) {
            List<Executable> own = methods.values().stream()
                    .filter(way -> way instanceof Method && way.getDeclaringClass() == made.getClass()
                            && !Modifier.isStatic(way.getModifiers()) && !way.getName().endsWith("Bad")).toList();
            for (int call = own.isEmpty() ? 0 : random.nextInt(6); call > 0; call--) {
                Method method = (Method) own.get(random.nextInt(own.size()));
                try {
                    method.setAccessible(true);
                    method.invoke(made, arguments(method, random, 0));
                } catch (ReflectiveOperationException exception) {
                    // Its own calls are judged elsewhere.
                }
            }
        }

        private static long number(Random random) {
            return random.nextInt(10) == 0 ? random.nextLong() : NUMBERS[random.nextInt(random.nextBoolean() ? 24 : NUMBERS.length)];
        }

        private static String text(Random random) {
            if (random.nextInt(3) > 0) {
                return TEXTS[random.nextInt(TEXTS.length)];
            }
            String letters = "ab01+-*/(),=\"\\ .IVX:{}[]\u0000";
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(8); i > 0; i--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            return text.toString();
        }

        private static Object primitive(Class<?> type, Random random) {
            long number = number(random);
            double real = random.nextInt(4) == 0 ? number : REALS[random.nextInt(REALS.length)];
            return switch (type.getName()) {
                case "boolean" -> random.nextBoolean();
                case "byte" -> (byte) number;
                case "short" -> (short) number;
                case "char" -> (char) number;
                case "int" -> (int) number;
                case "long" -> number;
                case "float" -> (float) real;
                default -> real;
            };
        }
    }
}
