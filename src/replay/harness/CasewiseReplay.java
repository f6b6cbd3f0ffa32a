// Runs replay jobs in this JVM: one job per input line, one result per output line. See ../PROTOCOL.md.
package casewise.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sun.misc.Unsafe;

/** The replay harness. Single-threaded apart from its watchdog. */
public final class CasewiseReplay {
    /** How often loops of a class that counts may go round in a job with a changed class. */
    private static final long MOST_ROUNDS = 1_000_000;
    private static final int PROTOCOL_VERSION = 5;
    private static final String TAG = "tag:";
    private static final int EXIT_TIMEOUT = 3;
    private static final int LONGEST_PRINTED_ARRAY = 1024;
    private static final int MOST_PRINTED_OBJECTS = 1_000_000;
    private static final int MOST_PRINTED_FRAMES = 64;
    private static final int LONGEST_PRINTED_MESSAGE = 1024;
    private static final int MOST_PRINTED_BYTES = 16_384;
    private static final long STACK_BYTES = 8L << 20;
    private static final int MOST_KEPT_PATCHES = 64;
    /** How often it is looked whether a job runs too long, in milliseconds. */
    private static final long WATCH_INTERVAL = 20;

    private static final Unsafe UNSAFE = unsafe();
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final MethodType GENERIC = MethodType.methodType(Object.class, Object[].class);

    private CasewiseReplay() {}

    /** Reads jobs until the input ends. */
    public static void main(String[] arguments) throws Exception {
        InputStream jobs = Channels.jobs();
        Results results = new Results(Channels.results(), Long.getLong("casewise.timeout", 20_000));
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setIn(InputStream.nullInputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        startWatchdog(results);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> results.abandon(Worker.told("exited"))));
        Thread worker = new Thread(null, () -> work(new Lines(jobs, results), results), "replay", STACK_BYTES);
        worker.start();
        worker.join();
        // Threads that a job left behind must not keep the process.
        Runtime.getRuntime().halt(0);
    }

    private static void work(Lines lines, Results results) {
        FreshLoader.Source fresh = freshClasses();
        Worker worker = new Worker(SYSTEM, results);
        try {
            String line;
            while ((line = lines.next()) != null) {
                if (fresh != null) {
                    worker = new Worker(new FreshLoader(fresh, SYSTEM), results);
                }
                // A job that ends the process does not take the results of others with it.
                results.flush();
                // In local variables alone, out of the program's reach.
                int end = line.startsWith(TAG) ? line.indexOf(' ') : -1;
                results.begin(end < 0 ? "" : line.substring(TAG.length(), end + 1));
                results.end(worker.run(line.substring(end + 1)));
            }
        } catch (IOException closed) {
            // The reader or the writer went away: nobody is left to tell.
        }
        results.flush();
    }

    /** Whether the running job asks for what probes say. */
    private static volatile boolean reaches;

    /** What the program under test gets when it asks for inputs of its own. */
    private static final ArrayDeque<Object> CHOICES = new ArrayDeque<>();

    /** The next input that the program under test asks for. */
    public static Object choice() {
        Object next = CHOICES.poll();
        if (next == null) {
            throw new IllegalStateException("the program asks for more inputs than the job has");
        }
        return next;
    }

    /** The classes that every job loads anew; null where they are loaded once. */
    private static FreshLoader.Source freshClasses() {
        String path = System.getProperty("casewise.classpath");
        return path == null ? null : new FreshLoader.Source(path);
    }

    /** The bytes of files that stand for classes, read once each. */
    private static final Map<String, byte[]> PATCHES = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
            return size() > MOST_KEPT_PATCHES;
        }
    };

    private static void startWatchdog(Results results) {
        Thread watchdog = new Thread(
                () -> {
                    while (true) {
                        try {
                            Thread.sleep(WATCH_INTERVAL);
                        } catch (InterruptedException ignored) {
                            continue;
                        }
                        if (results.isLate() && results.abandon(Worker.told("timeout"))) {
                            Runtime.getRuntime().halt(EXIT_TIMEOUT);
                        }
                    }
                },
                "watchdog");
        watchdog.setDaemon(true);
        watchdog.setPriority(Thread.MAX_PRIORITY);
        watchdog.start();
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Why a job cannot be built. */
    private static class Unbuildable extends Exception {
        private static final long serialVersionUID = 1;

        Unbuildable(String reason) {
            super(reason, null, false, false);
        }
    }

    /** A class is there, and cannot be had. Where memory or files had run out before, an earlier job may be the cause. */
    private static final class Unusable extends Unbuildable {
        private static final long serialVersionUID = 1;

        Unusable(String reason) {
            super(reason);
        }
    }

    /** The input lines; flushes the results before it waits for more input. */
    private static final class Lines {
        private final InputStream in;
        private final Results results;
        private final byte[] buffer = new byte[1 << 16];
        private int start;
        private int end;

        Lines(InputStream in, Results results) {
            this.in = in;
            this.results = results;
        }

        /** The next line without its end, or null at the end of the input. */
        String next() throws IOException {
            byte[] collected = new byte[0];
            while (true) {
                for (int i = start; i < end; i++) {
                    if (buffer[i] == '\n') {
                        String line = text(collected, i);
                        start = i + 1;
                        return line;
                    }
                }
                int kept = collected.length;
                collected = Arrays.copyOf(collected, kept + end - start);
                System.arraycopy(buffer, start, collected, kept, end - start);
                start = 0;
                end = 0;
                if (in.available() == 0) {
                    results.flush();
                }
                int read = in.read(buffer);
                if (read < 0) {
                    return collected.length == 0 ? null : text(collected, 0);
                }
                end = read;
            }
        }

        private String text(byte[] collected, int until) {
            int more = until - start;
            if (collected.length == 0) {
                return withoutReturn(new String(buffer, start, more, StandardCharsets.UTF_8));
            }
            byte[] whole = Arrays.copyOf(collected, collected.length + Math.max(0, more));
            System.arraycopy(buffer, start, whole, collected.length, Math.max(0, more));
            return withoutReturn(new String(whole, StandardCharsets.UTF_8));
        }

        private static String withoutReturn(String line) {
            return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        }
    }

    /** The output lines, buffered, and which job is running since when. */
    private static final class Results {
        private final OutputStream out;
        private byte[] buffer = new byte[1 << 16];
        private int used;
        private final long timeout;
        private boolean running;
        /** What the answer to the running job begins with. */
        private String tag = "";
        private long since;
        /** How long the running job may run. */
        private long limit;

        Results(OutputStream out, long timeout) {
            this.out = out;
            this.timeout = timeout;
        }

        synchronized void begin(String tag) {
            running = true;
            this.tag = tag;
            limit = timeout;
            since = System.nanoTime();
        }

        synchronized void end(String line) throws IOException {
            running = false;
            append(tag + line);
        }

        /** The running job may run no longer than this, in milliseconds, and no longer than others. */
        synchronized void limit(long milliseconds) {
            limit = Math.min(timeout, milliseconds);
        }

        synchronized boolean isLate() {
            return running && (System.nanoTime() - since) / 1_000_000 > limit;
        }

        /** Ends the running job, if there is one, with a line of somebody else. */
        synchronized boolean abandon(String line) {
            if (!running) {
                return false;
            }
            running = false;
            try {
                append(tag + line);
            } catch (IOException closed) {
                return true;
            }
            flush();
            return true;
        }

        /** Result lines are ASCII: every other character in them is escaped. */
        @SuppressWarnings("deprecation")
        private void append(String line) throws IOException {
            int length = line.length();
            if (used + length + 1 > buffer.length) {
                out.write(buffer, 0, used);
                used = 0;
                if (length + 1 > buffer.length) {
                    buffer = new byte[length + 1];
                }
            }
            line.getBytes(0, length, buffer, used);
            used += length;
            buffer[used++] = '\n';
        }

        synchronized void flush() {
            try {
                out.write(buffer, 0, used);
                out.flush();
            } catch (IOException closed) {
                // Nobody reads any more; the input will end as well.
            }
            used = 0;
        }
    }

    /** A field by its place in memory. */
    private static final class FieldHandle {
        final Field field;
        final String name;
        final Object base;
        final long offset;
        final Class<?> type;
        final boolean isStatic;

        FieldHandle(Field field) throws Unbuildable {
            this.field = field;
            this.name = Escapes.escape(internalName(field.getDeclaringClass())) + "." + Escapes.escape(field.getName());
            this.type = field.getType();
            this.isStatic = Modifier.isStatic(field.getModifiers());
            this.base = isStatic ? staticBase(field) : null;
            this.offset = isStatic ? staticOffset(field) : instanceOffset(field);
        }

        @SuppressWarnings("deprecation")
        private static Object staticBase(Field field) throws Unbuildable {
            try {
                return UNSAFE.staticFieldBase(field);
            } catch (UnsupportedOperationException recordOrHidden) {
                return internal("staticFieldBase", field);
            }
        }

        @SuppressWarnings("deprecation")
        private static long staticOffset(Field field) throws Unbuildable {
            try {
                return UNSAFE.staticFieldOffset(field);
            } catch (UnsupportedOperationException recordOrHidden) {
                return (Long) internal("staticFieldOffset", field);
            }
        }

        @SuppressWarnings("deprecation")
        private static long instanceOffset(Field field) throws Unbuildable {
            try {
                return UNSAFE.objectFieldOffset(field);
            } catch (UnsupportedOperationException recordOrHidden) {
                return (Long) internal("objectFieldOffset", field);
            }
        }

        /** What is asked of fields of records: needs --add-opens java.base/jdk.internal.misc=ALL-UNNAMED. */
        private static Object internal(String asked, Field field) throws Unbuildable {
            try {
                Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
                Method get = type.getMethod("getUnsafe");
                get.setAccessible(true);
                Method method = type.getMethod(asked, Field.class);
                method.setAccessible(true);
                return method.invoke(get.invoke(null), field);
            } catch (ReflectiveOperationException | RuntimeException closed) {
                throw new Unbuildable("the fields of a record need jdk.internal.misc to be opened");
            }
        }

        Object holder(Object instance) {
            return isStatic ? base : instance;
        }

        Object get(Object instance) {
            Object in = holder(instance);
            if (!type.isPrimitive()) {
                return UNSAFE.getObject(in, offset);
            }
            if (type == int.class) {
                return UNSAFE.getInt(in, offset);
            }
            if (type == long.class) {
                return UNSAFE.getLong(in, offset);
            }
            if (type == boolean.class) {
                return UNSAFE.getBoolean(in, offset);
            }
            if (type == byte.class) {
                return UNSAFE.getByte(in, offset);
            }
            if (type == char.class) {
                return UNSAFE.getChar(in, offset);
            }
            if (type == short.class) {
                return UNSAFE.getShort(in, offset);
            }
            if (type == float.class) {
                return UNSAFE.getFloat(in, offset);
            }
            return UNSAFE.getDouble(in, offset);
        }

        void set(Object instance, Object value) {
            Object in = holder(instance);
            if (!type.isPrimitive()) {
                UNSAFE.putObject(in, offset, value);
            } else if (type == int.class) {
                UNSAFE.putInt(in, offset, (Integer) value);
            } else if (type == long.class) {
                UNSAFE.putLong(in, offset, (Long) value);
            } else if (type == boolean.class) {
                UNSAFE.putBoolean(in, offset, (Boolean) value);
            } else if (type == byte.class) {
                UNSAFE.putByte(in, offset, (Byte) value);
            } else if (type == char.class) {
                UNSAFE.putChar(in, offset, (Character) value);
            } else if (type == short.class) {
                UNSAFE.putShort(in, offset, (Short) value);
            } else if (type == float.class) {
                UNSAFE.putFloat(in, offset, (Float) value);
            } else {
                UNSAFE.putDouble(in, offset, (Double) value);
            }
        }
    }

    /** A method or constructor that is ready to be called. */
    private static final class Target {
        final Class<?> owner;
        final Class<?>[] parameters;
        final Class<?> result;
        final boolean hasReceiver;
        final boolean isConstructor;
        final MethodHandle handle;

        Target(Class<?> owner, Executable executable, Class<?> instance) throws Unbuildable {
            this.owner = owner;
            this.parameters = executable.getParameterTypes();
            this.isConstructor = executable instanceof Constructor;
            int modifiers = executable.getModifiers();
            this.hasReceiver = !isConstructor && !Modifier.isStatic(modifiers);
            this.result = isConstructor ? void.class : ((Method) executable).getReturnType();
            if (Modifier.isAbstract(modifiers)) {
                throw new Unbuildable("abstract method");
            }
            this.handle = handle(executable, instance);
        }

        private MethodHandle handle(Executable executable, Class<?> instance) throws Unbuildable {
            try {
                MethodHandle direct;
                if (isConstructor && instance != owner) {
                    // Runs this constructor on a new instance of a subclass.
                    Constructor<?> constructor = sun.reflect.ReflectionFactory.getReflectionFactory()
                            .newConstructorForSerialization(instance, (Constructor<?>) executable);
                    constructor.setAccessible(true);
                    direct = MethodHandles.lookup()
                            .findVirtual(
                                    Constructor.class,
                                    "newInstance",
                                    MethodType.methodType(Object.class, Object[].class))
                            .bindTo(constructor);
                    return direct.asType(GENERIC);
                } else if (!isUserClass(owner)) {
                    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                    direct = isConstructor
                            ? lookup.unreflectConstructor((Constructor<?>) executable)
                            : lookup.unreflect((Method) executable);
                } else {
                    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
                    if (isConstructor) {
                        direct = lookup.unreflectConstructor((Constructor<?>) executable);
                    } else if (hasReceiver) {
                        // Exactly this method, whatever the receiver's class overrides.
                        direct = lookup.unreflectSpecial((Method) executable, owner);
                    } else {
                        direct = lookup.unreflect((Method) executable);
                    }
                }
                int count = parameters.length + (hasReceiver ? 1 : 0);
                return direct.asFixedArity().asSpreader(Object[].class, count).asType(GENERIC);
            } catch (IllegalAccessException | NoSuchMethodException closed) {
                throw new Unbuildable("not accessible: " + closed.getMessage());
            }
        }
    }

    private static final Set<Class<?>> BOXES = Set.of(
            Boolean.class, Byte.class, Character.class, Short.class, Integer.class, Long.class, Float.class, Double.class);

    /** What the dump has to know of a class. */
    private static final class Shape {
        static final int OPAQUE = 0;
        static final int FIELDS = 1;
        static final int ARRAY = 2;
        static final int STRING = 3;
        static final int CLASS = 4;
        static final int BUILDER = 5;

        final int kind;
        final String name;
        final FieldHandle[] fields;
        final Class<?> element;

        Shape(Class<?> type) throws Unbuildable {
            element = type.getComponentType();
            fields = element == null ? printedFields(type) : new FieldHandle[0];
            if (element != null) {
                kind = ARRAY;
            } else if (type == String.class) {
                kind = STRING;
            } else if (type == Class.class) {
                kind = CLASS;
            } else if (type == StringBuilder.class || type == StringBuffer.class) {
                kind = BUILDER;
            } else {
                kind = fields.length == 0 ? OPAQUE : FIELDS;
            }
            name = isHidden(type) ? "hidden" : Escapes.escape(internalName(type));
        }

        /** Whether a class has no name of its own: that of a lambda expression, or of what stands for one. */
        private static boolean isHidden(Class<?> type) {
            return type.isHidden() || Script.isOne(type);
        }

        private static FieldHandle[] printedFields(Class<?> type) throws Unbuildable {
            List<FieldHandle> found = new ArrayList<>();
            if (isHidden(type)) {
                return new FieldHandle[0];
            }
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                if (c == Enum.class) {
                    try {
                        found.add(new FieldHandle(Enum.class.getDeclaredField("ordinal")));
                    } catch (NoSuchFieldException unknownLayout) {
                        // Printed without its ordinal, then.
                    }
                }
                if (BOXES.contains(c)) {
                    try {
                        found.add(new FieldHandle(c.getDeclaredField("value")));
                    } catch (NoSuchFieldException unknownLayout) {
                        // Printed without what it boxes, then.
                    }
                }
                if (!isUserClass(c)) {
                    continue;
                }
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        found.add(new FieldHandle(field));
                    }
                }
            }
            found.sort(Comparator.<FieldHandle, String>comparing(h -> internalName(h.field.getDeclaringClass()))
                    .thenComparing(h -> h.field.getName())
                    .thenComparing(h -> h.type.descriptorString()));
            return found.toArray(new FieldHandle[0]);
        }
    }

    /** A static field and the value that it is to have again after the job. */
    private record Kept(FieldHandle field, Object value) {}

    /** Builds, runs and prints one job after the other. */
    private static final class Worker {
        /** There was not enough memory for what surrounds the program. */
        private static final String EXHAUSTED = "exhausted";

        private final ClassLoader loader;
        private final Results results;
        private final Map<String, Class<?>> classes = new HashMap<>();
        private final Map<String, FieldHandle> fields = new HashMap<>();
        private final Map<String, Target> targets = new HashMap<>();
        private final Map<Class<?>, Shape> shapes = new IdentityHashMap<>();

        private final Map<String, Object> objects = new HashMap<>();
        private final List<Kept> kept = new ArrayList<>();
        private final List<FieldHandle> watched = new ArrayList<>();
        private Target target;
        private SuiteRuns tests;
        private Object[] arguments;
        private boolean traced;
        private boolean listsClasses;
        /** What is printed meanwhile, where the job asks for all that shows. */
        private Printed printed;

        Worker(ClassLoader loader, Results results) {
            this.loader = loader;
            this.results = results;
        }

        /** The result of a job, with the classes that were looked for where it asks for them. */
        String run(String line) {
            listsClasses = false;
            String result = answer(line);
            boolean tellsClasses = listsClasses && !result.equals(EXHAUSTED);
            return tellsClasses && loader instanceof FreshLoader fresh ? result + looked(fresh) : result;
        }

        private static String looked(FreshLoader fresh) {
            StringBuilder names = new StringBuilder();
            for (String name : fresh.wanted()) {
                names.append(names.length() == 0 ? "" : ",").append(Escapes.escape(name.replace('.', '/')));
            }
            return " loads=" + names;
        }

        private String answer(String line) {
            if (line.equals("hello")) {
                return "casewise-replay " + PROTOCOL_VERSION + " java " + Runtime.version().feature();
            }
            try {
                build(line);
                return tests != null ? tests.run(Escapes::escape) : told(execute());
            } catch (Unusable why) {
                return "unusable " + oneLine(why.getMessage());
            } catch (Unbuildable why) {
                return "error " + oneLine(why.getMessage());
            } catch (OutOfMemoryError full) {
                return EXHAUSTED;
            } catch (StackOverflowError deep) {
                return "error stack overflow outside the program";
            } catch (LinkageError broken) {
                return "unusable " + oneLine(broken.toString());
            } catch (Throwable unexpected) {
                return "error " + oneLine(unexpected.toString());
            } finally {
                for (int i = kept.size() - 1; i >= 0; i--) {
                    kept.get(i).field.set(null, kept.get(i).value);
                }
                kept.clear();
                CHOICES.clear();
                System.setIn(InputStream.nullInputStream());
                watched.clear();
                objects.clear();
                target = null;
                tests = null;
                arguments = null;
                traced = false;
                reaches = false;
                if (printed != null) {
                    printed.end();
                    printed = null;
                }
            }
        }

        /** A standard input that a program reads as this text. */
        private static InputStream standardInput(String text) throws Unbuildable {
            java.nio.charset.Charset charset = java.nio.charset.Charset.defaultCharset();
            if (!charset.newEncoder().canEncode(text)) {
                throw new Unbuildable("the default charset cannot write the standard input");
            }
            return new java.io.ByteArrayInputStream(text.getBytes(charset));
        }

        /** A number or a string that the program asks for. */
        private static Object choice(String value) throws Unbuildable {
            String digits = value.substring(Math.min(2, value.length()));
            try {
                switch (value.substring(0, Math.min(2, value.length()))) {
                    case "i:":
                        return Integer.valueOf(digits);
                    case "j:":
                        return Long.valueOf(digits);
                    case "f:":
                        return Float.intBitsToFloat((int) bits(digits, 8));
                    case "d:":
                        return Double.longBitsToDouble(bits(digits, 16));
                    case "s:":
                        return new String(utf16(digits));
                    default:
                        throw new Unbuildable("no number or string: " + value);
                }
            } catch (NumberFormatException bad) {
                throw new Unbuildable("no number: " + value);
            }
        }

        /** A result with what probes say, where that was asked for. */
        private static String told(String result) {
            return !reaches ? result : (Probe.isHit() ? "reached " : "missed ") + result;
        }

        private void build(String line) throws Unbuildable {
            int given = 0;
            String call = null;
            String instance = null;
            for (int at = 0; at < line.length(); ) {
                int space = line.indexOf(' ', at);
                int end = space < 0 ? line.length() : space;
                String token = line.substring(at, end);
                at = end + 1;
                if (token.isEmpty()) {
                    continue;
                }
                if (tests != null) {
                    tests.add(token, unescape(token));
                } else if (call != null && !token.startsWith("watch:")) {
                    given = argument(given, token);
                } else if (token.equals("trace")) {
                    traced = true;
                } else if (token.equals("whole")) {
                    traced = true;
                    printed = new Printed();
                } else if (token.equals("loads")) {
                    listsClasses = true;
                } else if (token.equals("reach")) {
                    Probe.take();
                    reaches = true;
                } else if (token.startsWith("limit:")) {
                    results.limit(number(token.substring(6), 1, Integer.MAX_VALUE));
                } else if (token.startsWith("tests:")) {
                    tests = new SuiteRuns(loader, token.substring(6));
                } else if (token.startsWith("patch:")) {
                    patch(token.substring(6));
                    Probe.limit(MOST_ROUNDS);
                } else if (token.startsWith("init:")) {
                    initialise(type(unescape(token.substring(5))));
                } else if (token.startsWith("s:")) {
                    assignStatic(token);
                } else if (token.startsWith("watch:")) {
                    FieldHandle field = staticField(token.substring(6));
                    kept.add(new Kept(field, field.get(null)));
                    watched.add(field);
                } else if (token.startsWith("as:")) {
                    instance = token.substring(3);
                } else if (token.startsWith("call:")) {
                    call = token;
                    target = target(token.substring(5), instance);
                    arguments = new Object[target.parameters.length + (target.hasReceiver ? 1 : 0)];
                } else if (token.startsWith("choose:")) {
                    CHOICES.add(choice(token.substring(7)));
                } else if (token.startsWith("stdin:")) {
                    System.setIn(standardInput(new String(utf16(token.substring(6)))));
                } else if (token.startsWith("do:")) {
                    make(token.substring(3));
                } else if (token.startsWith("o")) {
                    object(token);
                } else {
                    throw new Unbuildable("unknown token " + token);
                }
            }
            if (tests != null) {
                return;
            }
            if (call == null) {
                throw new Unbuildable("no call");
            }
            if (given != arguments.length) {
                throw new Unbuildable(given + " values given, " + arguments.length + " needed");
            }
        }

        /** CLASS:FILE, before anything has loaded the class. */
        private void patch(String token) throws Unbuildable {
            int colon = token.indexOf(':');
            if (colon < 0 || !(loader instanceof FreshLoader fresh)) {
                throw new Unbuildable("no class that is loaded anew: " + token);
            }
            String file = unescape(token.substring(colon + 1));
            byte[] bytes = PATCHES.get(file);
            if (bytes == null) {
                try {
                    bytes = Files.readAllBytes(Path.of(file));
                } catch (IOException | RuntimeException unreadable) {
                    throw new Unbuildable("cannot be read: " + file);
                }
                PATCHES.put(file, bytes);
            }
            fresh.patch(unescape(token.substring(0, colon)).replace('/', '.'), bytes);
        }

        private int argument(int given, String token) throws Unbuildable {
            if (given == arguments.length) {
                throw new Unbuildable("a value too many: " + token);
            }
            boolean receiver = target.hasReceiver && given == 0;
            Class<?> type = receiver ? target.owner : target.parameters[target.hasReceiver ? given - 1 : given];
            Object value = value(token, type);
            if (receiver && value == null) {
                throw new Unbuildable("the receiver is null");
            }
            arguments[given] = value;
            return given + 1;
        }

        private void object(String token) throws Unbuildable {
            int equals = token.indexOf('=');
            if (equals < 0) {
                throw new Unbuildable("unknown token " + token);
            }
            String left = token.substring(0, equals);
            String right = token.substring(equals + 1);
            int dot = left.indexOf('.');
            int bracket = left.endsWith("]") && dot < 0 ? left.indexOf('[') : -1;
            if (dot >= 0) {
                Object holder = existing(left.substring(0, dot));
                FieldHandle field = field(left.substring(dot + 1));
                if (field.isStatic) {
                    throw new Unbuildable("a static field: " + left);
                }
                if (!field.field.getDeclaringClass().isInstance(holder)) {
                    throw new Unbuildable("no such field in this object: " + left);
                }
                field.set(holder, value(right, field.type));
            } else if (bracket >= 0) {
                element(existing(left.substring(0, bracket)), left.substring(bracket + 1, left.length() - 1), right);
            } else {
                if (objects.containsKey(left)) {
                    throw new Unbuildable("declared twice: " + left);
                }
                objects.put(left, create(right));
            }
        }

        private void element(Object array, String index, String right) throws Unbuildable {
            Class<?> element = array.getClass().getComponentType();
            int i = (int) number(index, 0, Integer.MAX_VALUE);
            if (element == null || i >= Array.getLength(array)) {
                throw new Unbuildable("no such element: " + index);
            }
            Object value = value(right, element);
            if (array instanceof int[] ints) {
                ints[i] = (Integer) value;
            } else if (array instanceof Object[] references) {
                references[i] = value;
            } else {
                Array.set(array, i, value);
            }
        }

        private Object create(String right) throws Unbuildable {
            if (right.startsWith("new:")) {
                Class<?> type = type(unescape(right.substring(4)));
                int modifiers = type.getModifiers();
                if (type.isArray() || type.isPrimitive() || type == Class.class || Modifier.isAbstract(modifiers)) {
                    throw new Unbuildable("cannot be instantiated: " + right);
                }
                initialise(type);
                try {
                    return UNSAFE.allocateInstance(type);
                } catch (InstantiationException no) {
                    throw new Unbuildable("cannot be instantiated: " + right);
                }
            }
            if (right.startsWith("array:")) {
                int colon = right.lastIndexOf(':');
                Class<?> type = colon < 6 ? null : type(unescape(right.substring(6, colon)));
                if (type == null || !type.isArray()) {
                    throw new Unbuildable("no array: " + right);
                }
                int length = (int) number(right.substring(colon + 1), 0, Integer.MAX_VALUE);
                try {
                    return Array.newInstance(type.getComponentType(), length);
                } catch (OutOfMemoryError full) {
                    throw new Unbuildable("no memory for " + right);
                }
            }
            if (right.startsWith("static:")) {
                FieldHandle field = staticField(right.substring(7));
                if (field.type.isPrimitive()) {
                    throw new Unbuildable("no reference: " + right);
                }
                return field.get(null);
            }
            if (right.startsWith("string:")) {
                return new String(utf16(right.substring(7)));
            }
            if (right.startsWith("builder:")) {
                int colon = right.lastIndexOf(':');
                char[] units = utf16(right.substring(colon + 1));
                switch (right.substring(8, Math.max(8, colon))) {
                    case "java/lang/StringBuilder":
                        return new StringBuilder().append(units);
                    case "java/lang/StringBuffer":
                        return new StringBuffer().append(units);
                    default:
                        throw new Unbuildable("no string builder: " + right);
                }
            }
            if (right.startsWith("class:")) {
                return type(unescape(right.substring(6)));
            }
            if (right.startsWith("make:")) {
                return make(right.substring(5));
            }
            if (right.startsWith("script:")) {
                return scripted(right.substring(7));
            }
            throw new Unbuildable("unknown kind of object: " + right);
        }

        /** Makes an object of a class that a caller would have to write: CLASS[DESCRIPTOR][,VALUE]…[,METHOD[=VALUE]]… */
        private Object scripted(String call) throws Unbuildable {
            String[] parts = call.split(",", -1);
            int open = parts[0].indexOf('(');
            Class<?> extended = type(unescape(open < 0 ? parts[0] : parts[0].substring(0, open)));
            Script script = new Script(extended, methodType(open < 0 ? "()V" : parts[0].substring(open)));
            List<String> values = new ArrayList<>();
            List<String> results = new ArrayList<>();
            for (String part : Arrays.asList(parts).subList(1, parts.length)) {
                int descriptor = part.indexOf('(');
                int equals = part.indexOf('=');
                if (descriptor < 0) {
                    values.add(part);
                    continue;
                }
                MethodType called = methodType(part.substring(descriptor, equals < 0 ? part.length() : equals));
                if ((called.returnType() == void.class) != (equals < 0)) {
                    throw new Unbuildable("no result of " + part);
                }
                script.method(unescape(part.substring(0, descriptor)), called);
                if (equals >= 0) {
                    results.add(part.substring(equals + 1));
                }
            }
            values.addAll(results);
            List<Class<?>> parameters = script.parameters();
            if (values.size() != parameters.size()) {
                throw new Unbuildable("other values needed: " + call);
            }
            Object[] arguments = new Object[values.size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = value(values.get(i), parameters.get(i));
            }
            try {
                return script.define().newInstance(arguments);
            } catch (InvocationTargetException thrown) {
                throw new Unbuildable("the input cannot be made: " + thrown.getCause());
            } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException refused) {
                throw new Unbuildable("no such class can be written: " + refused);
            }
        }

        private MethodType methodType(String descriptor) throws Unbuildable {
            try {
                return MethodType.fromMethodDescriptorString(unescape(descriptor), loader);
            } catch (IllegalArgumentException | TypeNotPresentException malformed) {
                throw new Unbuildable("no descriptor of a method: " + descriptor);
            }
        }

        /** Calls what makes an object: [RECEIVER,]METHOD[,VALUE]… */
        private Object make(String call) throws Unbuildable {
            String[] parts = call.split(",", -1);
            int first = parts[0].indexOf('(') < 0 ? 1 : 0;
            Target maker = target(parts[Math.min(first, parts.length - 1)], null);
            Object[] values = new Object[parts.length - 1];
            if (values.length != maker.parameters.length + first || maker.hasReceiver != (first == 1)) {
                throw new Unbuildable("other values needed: " + call);
            }
            if (first == 1) {
                values[0] = value(parts[0], maker.owner);
            }
            for (int i = 0; i < maker.parameters.length; i++) {
                values[first + i] = value(parts[1 + first + i], maker.parameters[i]);
            }
            try {
                return (Object) maker.handle.invokeExact(values);
            } catch (Throwable thrown) {
                throw new Unbuildable("the input cannot be made: " + thrown);
            }
        }

        private void assignStatic(String token) throws Unbuildable {
            int equals = token.indexOf('=');
            if (equals < 0) {
                throw new Unbuildable("unknown token " + token);
            }
            FieldHandle field = staticField(token.substring(2, equals));
            if (Modifier.isFinal(field.field.getModifiers())) {
                throw new Unbuildable("a static final field: " + token);
            }
            Object value = value(token.substring(equals + 1), field.type);
            kept.add(new Kept(field, field.get(null)));
            field.set(null, value);
        }

        private Object existing(String name) throws Unbuildable {
            Object object = objects.get(name);
            if (object == null) {
                throw new Unbuildable((objects.containsKey(name) ? "null: " : "not declared: ") + name);
            }
            return object;
        }

        private Object value(String token, Class<?> type) throws Unbuildable {
            if (!type.isPrimitive()) {
                if (token.equals("null")) {
                    return null;
                }
                Object object = objects.get(token);
                if (object == null && !objects.containsKey(token)) {
                    throw new Unbuildable("not declared: " + token);
                }
                if (object != null && !type.isInstance(object)) {
                    throw new Unbuildable(token + " is no " + Escapes.escape(internalName(type)));
                }
                return object;
            }
            int colon = token.indexOf(':');
            if (colon != 1) {
                throw new Unbuildable("no value of type " + type.getName() + ": " + token);
            }
            String digits = token.substring(2);
            switch (token.charAt(0)) {
                case 'i', 'z', 'b', 'c', 's':
                    if (type == int.class) {
                        return (int) number(digits, Integer.MIN_VALUE, Integer.MAX_VALUE);
                    }
                    if (type == boolean.class) {
                        return number(digits, 0, 1) == 1;
                    }
                    if (type == byte.class) {
                        return (byte) number(digits, Byte.MIN_VALUE, Byte.MAX_VALUE);
                    }
                    if (type == char.class) {
                        return (char) number(digits, 0, Character.MAX_VALUE);
                    }
                    if (type == short.class) {
                        return (short) number(digits, Short.MIN_VALUE, Short.MAX_VALUE);
                    }
                    break;
                case 'j':
                    if (type == long.class) {
                        return number(digits, Long.MIN_VALUE, Long.MAX_VALUE);
                    }
                    break;
                case 'f':
                    if (type == float.class) {
                        return Float.intBitsToFloat((int) bits(digits, 8));
                    }
                    break;
                case 'd':
                    if (type == double.class) {
                        return Double.longBitsToDouble(bits(digits, 16));
                    }
                    break;
                default:
                    break;
            }
            throw new Unbuildable("no value of type " + type.getName() + ": " + token);
        }

        private Class<?> type(String name) throws Unbuildable {
            Class<?> known = classes.get(name);
            if (known == null) {
                known = load(name, loader);
                classes.put(name, known);
            }
            return known;
        }

        private FieldHandle field(String path) throws Unbuildable {
            FieldHandle known = fields.get(path);
            if (known == null) {
                int dot = path.indexOf('.');
                if (dot < 0) {
                    throw new Unbuildable("no field: " + path);
                }
                Class<?> owner = type(unescape(path.substring(0, dot)));
                try {
                    known = new FieldHandle(owner.getDeclaredField(unescape(path.substring(dot + 1))));
                } catch (NoSuchFieldException | LinkageError missing) {
                    throw new Unbuildable("no such field: " + path);
                }
                fields.put(path, known);
            }
            return known;
        }

        private FieldHandle staticField(String path) throws Unbuildable {
            FieldHandle field = field(path);
            if (!field.isStatic) {
                throw new Unbuildable("not a static field: " + path);
            }
            initialise(field.field.getDeclaringClass());
            return field;
        }

        private Target target(String path, String instance) throws Unbuildable {
            String key = instance == null ? path : path + " " + instance;
            Target known = targets.get(key);
            if (known == null) {
                known = findTarget(path, instance);
                targets.put(key, known);
            }
            return known;
        }

        private Target findTarget(String path, String instance) throws Unbuildable {
            int open = path.indexOf('(');
            int close = path.indexOf(')');
            int dot = path.indexOf('.');
            if (dot < 0 || open < dot || close < open) {
                throw new Unbuildable("no method: " + path);
            }
            Class<?> owner = type(unescape(path.substring(0, dot)));
            String name = unescape(path.substring(dot + 1, open));
            String parameters = unescape(path.substring(open + 1, close));
            String result = unescape(path.substring(close + 1));
            try {
                if (name.equals("<init>")) {
                    for (Constructor<?> constructor : owner.getDeclaredConstructors()) {
                        if (describes(parameters, constructor.getParameterTypes())) {
                            Class<?> made = instance == null ? owner : type(unescape(instance));
                            if (!owner.isAssignableFrom(made) || Modifier.isAbstract(made.getModifiers())) {
                                throw new Unbuildable("cannot be instantiated: " + internalName(made));
                            }
                            return new Target(owner, constructor, made);
                        }
                    }
                } else {
                    for (Method method : owner.getDeclaredMethods()) {
                        if (method.getName().equals(name)
                                && method.getReturnType().descriptorString().equals(result)
                                && describes(parameters, method.getParameterTypes())) {
                            return new Target(owner, method, owner);
                        }
                    }
                }
            } catch (LinkageError missing) {
                throw new Unbuildable("cannot be linked: " + missing);
            }
            throw new Unbuildable("no such method: " + path);
        }

        private static boolean describes(String descriptor, Class<?>[] types) {
            StringBuilder text = new StringBuilder();
            for (Class<?> type : types) {
                text.append(type.descriptorString());
            }
            return text.toString().equals(descriptor);
        }

        private String execute() throws Unbuildable {
            Object outcome;
            boolean threw = false;
            // What built the input is no part of the call.
            Probe.take();
            if (printed != null) {
                printed.begin();
            }
            try {
                outcome = (Object) target.handle.invokeExact(arguments);
            } catch (Throwable thrown) {
                outcome = thrown instanceof InvocationTargetException wrapped && wrapped.getCause() != null
                        ? wrapped.getCause()
                        : thrown;
                threw = true;
            }
            return new Dump(this).print(outcome, threw);
        }

        Shape shape(Class<?> type) throws Unbuildable {
            Shape known = shapes.get(type);
            if (known == null) {
                known = new Shape(type);
                shapes.put(type, known);
            }
            return known;
        }
    }

    /** Standard output and standard error while a job runs. */
    private static final class Printed {
        private final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream() {
            @Override
            public synchronized void write(int one) {
                if (count < MOST_PRINTED_BYTES) {
                    super.write(one);
                }
            }

            @Override
            public synchronized void write(byte[] some, int from, int length) {
                super.write(some, from, Math.min(length, Math.max(0, MOST_PRINTED_BYTES - count)));
            }
        };
        private final PrintStream out = System.out;
        private final PrintStream err = System.err;

        Printed() {
            PrintStream both = new PrintStream(bytes, true);
            System.setOut(both);
            System.setErr(both);
        }

        void begin() {
            bytes.reset();
        }

        String text() {
            return bytes.toString();
        }

        void end() {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** Prints a result: the outcome, then the heap, objects numbered depth-first in pre-order. */
    private static final class Dump {
        private final Worker worker;
        private final StringBuilder text = new StringBuilder(256);
        private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
        /** The numbers of strings and boxes, which the JVM may share or not as it likes: equal ones have one number. */
        private final Map<Object, Integer> values = new HashMap<>();
        private final List<Object> found = new ArrayList<>();
        private final IdentityHashMap<Object, Object[]> contents = new IdentityHashMap<>();

        Dump(Worker worker) {
            this.worker = worker;
        }

        String print(Object outcome, boolean threw) throws Unbuildable {
            Target target = worker.target;
            if (threw) {
                text.append("throw ").append(worker.shape(outcome.getClass()).name).append(' ');
                reference(outcome);
                if (worker.traced) {
                    trace((Throwable) outcome);
                }
            } else {
                text.append("return ");
                if (target.result == void.class) {
                    text.append("void");
                } else {
                    value(outcome, target.result);
                }
            }
            if (target.isConstructor && !threw) {
                text.append(" this=");
                reference(outcome);
            } else if (target.hasReceiver) {
                text.append(" this=");
                reference(worker.arguments[0]);
            }
            int first = target.hasReceiver ? 1 : 0;
            for (int i = 0; i < target.parameters.length; i++) {
                if (!target.parameters[i].isPrimitive()) {
                    text.append(" a").append(i).append('=');
                    reference(worker.arguments[first + i]);
                }
            }
            for (FieldHandle field : worker.watched) {
                text.append(" s:").append(field.name).append('=');
                value(field.get(null), field.type);
            }
            if (worker.printed != null) {
                String printed = worker.printed.text();
                if (!printed.isEmpty()) {
                    text.append(" out=");
                    for (int i = 0; i < printed.length(); i++) {
                        Escapes.hex(text, printed.charAt(i), 4);
                    }
                }
            }
            for (int i = 0; i < found.size(); i++) {
                text.append(" #").append(i).append('=');
                object(found.get(i));
            }
            return text.toString();
        }

        /** What an object of the JDK holds, where the job asks for all that shows; null where it does not show. */
        private Object[] contents(Object object, Shape shape) {
            if (worker.printed == null || shape.kind != Shape.OPAQUE || isUserClass(object.getClass())) {
                return null;
            }
            return contents.computeIfAbsent(object, it -> {
                Object[] held = Contents.of(it);
                return held == null ? NONE_SHOWN : held;
            });
        }

        /** The message that an exception was made with. */
        private static String detail(Throwable thrown) throws NoSuchFieldException {
            Field field = Throwable.class.getDeclaredField("detailMessage");
            return (String) UNSAFE.getObject(thrown, UNSAFE.objectFieldOffset(field));
        }

        /** Where an exception comes from, the innermost frame first, and its message. */
        private void trace(Throwable thrown) {
            StackTraceElement[] frames;
            String message;
            try {
                frames = thrown.getStackTrace();
                // What the JVM finds out when it is asked tells of names of local variables.
                boolean isFoundOut = worker.printed != null && thrown.getClass() == NullPointerException.class;
                message = isFoundOut ? detail(thrown) : thrown.getMessage();
            } catch (Throwable overridden) {
                return;
            }
            String before = " at=";
            for (int i = 0; i < Math.min(frames.length, MOST_PRINTED_FRAMES); i++) {
                StackTraceElement frame = frames[i];
                if (frame.getClassName().startsWith("casewise.replay.")) {
                    break;
                }
                text.append(before).append(Escapes.escape(frame.getClassName().replace('.', '/')));
                text.append('.').append(Escapes.escape(frame.getMethodName())).append(':').append(frame.getLineNumber());
                before = ",";
            }
            if (message != null && message.length() <= LONGEST_PRINTED_MESSAGE) {
                text.append(" message=");
                for (int i = 0; i < message.length(); i++) {
                    Escapes.hex(text, message.charAt(i), 4);
                }
            }
        }

        /** Prints a reference; an object met for the first time is numbered, and all that it reaches after it. */
        private void reference(Object object) throws Unbuildable {
            if (object == null) {
                text.append("null");
                return;
            }
            Integer number = known(object);
            if (number == null) {
                number = found.size();
                visit(object);
            }
            text.append('#').append((int) number);
        }

        private static boolean isValue(Object object) {
            return object instanceof String || BOXES.contains(object.getClass());
        }

        private Integer known(Object object) {
            return isValue(object) ? values.get(object) : numbers.get(object);
        }

        private static final class Visit {
            final Object[] children;
            int next;

            Visit(Object[] children) {
                this.children = children;
            }
        }

        private void visit(Object start) throws Unbuildable {
            ArrayList<Visit> open = new ArrayList<>();
            open.add(new Visit(new Object[] {start}));
            while (!open.isEmpty()) {
                Visit visit = open.get(open.size() - 1);
                if (visit.next == visit.children.length) {
                    open.remove(open.size() - 1);
                    continue;
                }
                Object object = visit.children[visit.next++];
                if (object == null || known(object) != null) {
                    continue;
                }
                if (found.size() == MOST_PRINTED_OBJECTS) {
                    throw new Unbuildable("the final heap has more than " + MOST_PRINTED_OBJECTS + " objects");
                }
                if (isValue(object)) {
                    values.put(object, found.size());
                } else {
                    numbers.put(object, found.size());
                }
                found.add(object);
                Object[] children = children(object);
                if (children.length > 0) {
                    open.add(new Visit(children));
                }
            }
        }

        private static final Object[] NONE = {};
        private static final Object[] NONE_SHOWN = {};

        private Object[] children(Object object) throws Unbuildable {
            if (object instanceof Object[] array) {
                return array;
            }
            Shape shape = worker.shape(object.getClass());
            if (shape.kind != Shape.FIELDS) {
                Object[] held = contents(object, shape);
                return held == null ? NONE : held;
            }
            int count = 0;
            for (FieldHandle field : shape.fields) {
                count += field.type.isPrimitive() ? 0 : 1;
            }
            Object[] children = count == 0 ? NONE : new Object[count];
            int i = 0;
            for (FieldHandle field : shape.fields) {
                if (!field.type.isPrimitive()) {
                    children[i++] = UNSAFE.getObject(object, field.offset);
                }
            }
            return children;
        }

        private void object(Object object) throws Unbuildable {
            Shape shape = worker.shape(object.getClass());
            switch (shape.kind) {
                case Shape.STRING:
                    units((CharSequence) object);
                    break;
                case Shape.BUILDER:
                    text.append(shape.name);
                    units((CharSequence) object);
                    break;
                case Shape.CLASS:
                    text.append("class:").append(Escapes.escape(internalName((Class<?>) object)));
                    break;
                case Shape.ARRAY:
                    text.append(shape.name).append('[');
                    elements(object, shape.element);
                    text.append(']');
                    break;
                default:
                    Object[] held = contents(object, shape);
                    String told = held != NONE_SHOWN ? null : Contents.told(object);
                    if (told != null) {
                        text.append(shape.name);
                        units(told);
                        break;
                    }
                    if (held != null && held != NONE_SHOWN) {
                        text.append(shape.name).append('[');
                        elements(held, Object.class);
                        text.append(']');
                        break;
                    }
                    text.append(shape.name).append('{');
                    for (int i = 0; i < shape.fields.length; i++) {
                        if (i > 0) {
                            text.append(',');
                        }
                        FieldHandle field = shape.fields[i];
                        text.append(field.name).append('=');
                        field(object, field);
                    }
                    text.append('}');
                    break;
            }
        }

        private void units(CharSequence string) {
            text.append('"');
            for (int i = 0; i < string.length(); i++) {
                Escapes.hex(text, string.charAt(i), 4);
            }
            text.append('"');
        }

        private void field(Object object, FieldHandle field) throws Unbuildable {
            if (field.type == int.class) {
                text.append(UNSAFE.getInt(object, field.offset));
            } else if (field.type.isPrimitive()) {
                value(field.get(object), field.type);
            } else {
                reference(UNSAFE.getObject(object, field.offset));
            }
        }

        private void elements(Object array, Class<?> element) throws Unbuildable {
            int length = Array.getLength(array);
            int start = text.length();
            if (length <= LONGEST_PRINTED_ARRAY) {
                for (int i = 0; i < length; i++) {
                    if (i > 0) {
                        text.append(',');
                    }
                    element(array, element, i);
                }
                return;
            }
            // FNV-1a over what would have been printed.
            long hash = 0xcbf29ce484222325L;
            for (int i = 0; i < length; i++) {
                if (i > 0) {
                    text.append(',');
                }
                element(array, element, i);
                for (int j = start; j < text.length(); j++) {
                    hash = (hash ^ text.charAt(j)) * 0x100000001b3L;
                }
                text.setLength(start);
            }
            text.append("length=").append(length).append(",hash=");
            Escapes.hex(text, hash, 16);
        }

        private void element(Object array, Class<?> element, int i) throws Unbuildable {
            if (array instanceof int[] ints) {
                text.append(ints[i]);
            } else if (array instanceof Object[] references) {
                reference(references[i]);
            } else {
                value(Array.get(array, i), element);
            }
        }

        private void value(Object value, Class<?> type) throws Unbuildable {
            if (!type.isPrimitive()) {
                reference(value);
            } else if (type == boolean.class) {
                text.append((Boolean) value ? '1' : '0');
            } else if (type == char.class) {
                text.append((int) (Character) value);
            } else if (type == float.class) {
                text.append("f:");
                Escapes.hex(text, Float.floatToIntBits((Float) value), 8);
            } else if (type == double.class) {
                text.append("d:");
                Escapes.hex(text, Double.doubleToLongBits((Double) value), 16);
            } else {
                text.append(((Number) value).longValue());
            }
        }
    }

    private static boolean isUserClass(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != PLATFORM;
    }

    private static Class<?> load(String name, ClassLoader loader) throws Unbuildable {
        switch (name) {
            case "boolean":
                return boolean.class;
            case "byte":
                return byte.class;
            case "char":
                return char.class;
            case "short":
                return short.class;
            case "int":
                return int.class;
            case "long":
                return long.class;
            case "float":
                return float.class;
            case "double":
                return double.class;
            case "void":
                return void.class;
            default:
                break;
        }
        try {
            return Class.forName(name.replace('/', '.'), false, loader);
        } catch (ClassNotFoundException missing) {
            if (missing.getCause() != null) {
                throw new Unusable("unreadable class: " + Escapes.escape(name));
            }
            throw new Unbuildable("no such class: " + Escapes.escape(name));
        } catch (LinkageError broken) {
            throw new Unusable("no usable class: " + Escapes.escape(name));
        }
    }

    private static void initialise(Class<?> type) throws Unbuildable {
        if (type.isArray() || type.isPrimitive()) {
            return;
        }
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } catch (ClassNotFoundException | LinkageError failed) {
            throw new Unbuildable("not initialised: " + Escapes.escape(internalName(type)));
        } catch (Throwable failed) {
            throw new Unbuildable("not initialised: " + Escapes.escape(internalName(type)) + ": " + failed.getClass());
        }
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static String unescape(String text) throws Unbuildable {
        int percent = text.indexOf('%');
        if (percent < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                if (i + 5 > text.length()) {
                    throw new Unbuildable("bad escape in " + text);
                }
                plain.append((char) bits(text.substring(i + 1, i + 5), 4));
                i += 4;
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static long bits(String text, int digits) throws Unbuildable {
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0 || text.charAt(i) > 'f') {
                throw new Unbuildable("bad hex digits: " + text);
            }
            value = value << 4 | digit;
        }
        if (text.length() != digits) {
            throw new Unbuildable(digits + " hex digits needed: " + text);
        }
        return value;
    }

    private static char[] utf16(String text) throws Unbuildable {
        if (text.length() % 4 != 0) {
            throw new Unbuildable("four hex digits a character needed: " + text);
        }
        char[] units = new char[text.length() / 4];
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) bits(text.substring(4 * i, 4 * i + 4), 4);
        }
        return units;
    }

    private static long number(String text, long low, long high) throws Unbuildable {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException bad) {
            throw new Unbuildable("no number: " + text);
        }
        if (value < low || value > high) {
            throw new Unbuildable("out of range: " + text);
        }
        return value;
    }

    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            line.append(c < ' ' || c > 0x7e ? '?' : c);
        }
        return line.toString();
    }
}
