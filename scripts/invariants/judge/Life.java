package judge;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;

/** A drawn sequence of calls of a library's public members; after each of them, and in each call that it makes of the caller's code, all
 * invariants are looked at. */
final class Life implements Runnable {
    private static final int MOST_OBJECTS = 60;
    private static final int MOST_DEPTH = 3;
    private static final int TRIES = 3;
    private static final int FOCUSED = 3;

    private final Library library;
    private final Watch watch;
    private final Random random;
    private final Jdk jdk;
    private final int steps;
    private final BiConsumer<Condition, List<String>> broken;
    private final List<Object> pool = new ArrayList<>();
    private final Map<Object, String> names = new IdentityHashMap<>();
    private final List<String> log = new ArrayList<>();
    private final Map<Class<?>, List<Method>> methods = new HashMap<>();
    private final List<Class<?>> focus = new ArrayList<>();
    private int depth;
    /** How many calls were made. */
    long calls;
    /** Whether the machine was exhausted, or the life was ended from outside: nothing is said any more. */
    volatile boolean isOver;

    Life(Library library, Watch watch, Random random, int steps, BiConsumer<Condition, List<String>> broken) {
        this.library = library;
        this.watch = watch;
        this.random = random;
        this.jdk = new Jdk(random);
        this.steps = steps;
        this.broken = broken;
    }

    @Override
    public void run() {
        watch.begin();
        for (int at = 0; at < FOCUSED; at++) {
            // Half of them are classes of which something is said.
            int among = library.told > 0 && random.nextBoolean() ? library.told : library.open.size();
            focus.add(library.open.get(random.nextInt(among)));
        }
        for (int step = 0; step < steps && !isOver; step++) {
            try {
                step();
            } catch (RuntimeException | LinkageError thrown) {
                // By an object of the library that a collection of the JDK has asked for its hash code.
                look();
            }
        }
    }

    private void step() {
        Class<?> type = focus.get(random.nextInt(focus.size()));
        switch (random.nextInt(10)) {
            case 0, 1 -> make(type);
            case 2 -> {
                List<Method> all = Arrays.stream(type.getDeclaredMethods()).filter(it -> isPublic(it) && Modifier.isStatic(it.getModifiers()))
                    .sorted(Comparator.comparing(Method::toString)).toList();
                if (!all.isEmpty()) {
                    invoke(all.get(random.nextInt(all.size())), null);
                }
            }
            case 3 -> change();
            default -> callOne();
        }
    }

    private static boolean isPublic(Member member) {
        return Modifier.isPublic(member.getModifiers());
    }

    private void change() {
        if (pool.isEmpty()) {
            return;
        }
        Object object = pool.get(random.nextInt(pool.size()));
        try {
            if (jdk.change(object, () -> draw(Object.class, null))) {
                log.add("change " + names.get(object));
            } else {
                List<Field> fields = Arrays.stream(object.getClass().getFields())
                    .filter(it -> !Modifier.isStatic(it.getModifiers()) && !Modifier.isFinal(it.getModifiers())
                        && Library.isOpen(it.getDeclaringClass()) && library.isOwn(it.getDeclaringClass())).toList();
                if (!fields.isEmpty()) {
                    Field field = fields.get(random.nextInt(fields.size()));
                    Object value = draw(field.getType(), field.getGenericType());
                    field.set(object, value);
                    log.add(names.get(object) + "." + field.getName() + " = " + told(value));
                }
            }
        } catch (RuntimeException | ReflectiveOperationException refused) {
            // What cannot be changed stays.
        }
        look();
    }

    private void callOne() {
        List<Object> own = pool.stream().filter(it -> library.isOwn(it.getClass())).toList();
        if (own.isEmpty()) {
            return;
        }
        Object object = own.get(random.nextInt(own.size()));
        List<Method> all = methods.computeIfAbsent(object.getClass(), this::callable);
        if (!all.isEmpty()) {
            invoke(all.get(random.nextInt(all.size())), object);
        }
    }

    /** The methods that callers can call on an object of a class: public ones as a public type has them, and protected ones that a subclass can
     * call. */
    private List<Method> callable(Class<?> type) {
        Map<String, Method> found = new HashMap<>();
        List<Class<?>> types = new ArrayList<>(List.of(type));
        for (int at = 0; at < types.size(); at++) {
            Class<?> one = types.get(at);
            if (one.getSuperclass() != null) {
                types.add(one.getSuperclass());
            }
            types.addAll(Arrays.asList(one.getInterfaces()));
            boolean isExtended = !Modifier.isFinal(one.getModifiers()) && Arrays.stream(one.getDeclaredConstructors())
                .anyMatch(it -> Modifier.isPublic(it.getModifiers()) || Modifier.isProtected(it.getModifiers()));
            if (!Library.isOpen(one) || one == Object.class) {
                continue;
            }
            for (Method method : one.getDeclaredMethods()) {
                boolean isCallable = isPublic(method) || (Modifier.isProtected(method.getModifiers()) && isExtended && one == type);
                if (isCallable && !Modifier.isStatic(method.getModifiers())) {
                    found.putIfAbsent(method.getName() + Arrays.toString(method.getParameterTypes()), method);
                }
            }
        }
        return found.values().stream().sorted(Comparator.comparing(Method::toString)).toList();
    }

    /** Calls a member with drawn arguments; what it gives. */
    private Object invoke(Executable member, Object receiver) {
        depth++;
        try {
            Class<?>[] types = member.getParameterTypes();
            Type[] generic = member.getGenericParameterTypes();
            Object[] arguments = new Object[types.length];
            StringBuilder text = new StringBuilder();
            for (int at = 0; at < types.length; at++) {
                arguments[at] = draw(types[at], generic.length == types.length ? generic[at] : null);
                text.append(at == 0 ? "" : ", ").append(told(arguments[at]));
            }
            String on = receiver == null ? member.getDeclaringClass().getName() : names.get(receiver);
            String call = (member instanceof Method ? on + "." + member.getName() : "new " + on) + "(" + text + ")";
            int line = log.size();
            log.add(call);
            return call(member, receiver, arguments, line);
        } finally {
            depth--;
        }
    }

    private Object call(Executable member, Object receiver, Object[] arguments, int line) {
        Object given = null;
        calls++;
        try {
            member.setAccessible(true);
            given = member instanceof Method method ? method.invoke(receiver, arguments) : ((Constructor<?>) member).newInstance(arguments);
            keep(given);
            log.set(line, log.get(line) + (given == null ? "" : " gives " + told(given)));
        } catch (InvocationTargetException thrown) {
            isOver |= thrown.getCause() instanceof VirtualMachineError || thrown.getCause() instanceof ThreadDeath;
            log.set(line, log.get(line) + " throws " + thrown.getCause().getClass().getName());
            keep(thrown.getCause());
        } catch (LinkageError | RuntimeException | ReflectiveOperationException refused) {
            log.set(line, log.get(line) + " cannot be called");
        }
        look();
        return given;
    }

    private void keep(Object object) {
        if (object == null || object instanceof Number || object instanceof Boolean || object instanceof Character || object instanceof String
                || names.containsKey(object)) {
            return;
        }
        names.put(object, "v" + names.size());
        if (pool.size() < MOST_OBJECTS) {
            pool.add(object);
        } else {
            pool.set(random.nextInt(pool.size()), object);
        }
    }

    private String told(Object value) {
        if (value instanceof String text) {
            return '"' + text + '"';
        }
        return names.getOrDefault(value, String.valueOf(value instanceof Character character ? "(char) " + (int) character : value));
    }

    private Object draw(Class<?> type, Type generic) {
        if (type.isPrimitive()) {
            return jdk.primitive(type);
        }
        int choice = random.nextInt(12);
        if (choice == 0 || depth > MOST_DEPTH + 1) {
            return null;
        }
        if (choice < 7) {
            List<Object> fitting = pool.stream().filter(type::isInstance).toList();
            if (!fitting.isEmpty()) {
                return fitting.get(random.nextInt(fitting.size()));
            }
        }
        Object made = make(type, generic);
        keep(made);
        return made;
    }

    private Object make(Class<?> type, Type generic) {
        Object boxed = jdk.primitive(type);
        if (boxed != null) {
            return boxed;
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), random.nextInt(5));
            for (int at = 0; at < Array.getLength(array); at++) {
                Array.set(array, at, draw(type.getComponentType(), null));
            }
            return array;
        }
        if (library.isOwn(type)) {
            Object made = make(type);
            return made == null && type.isInterface() ? implementation(type) : made;
        }
        Object made = jdk.object(type, () -> draw(element(generic), null));
        return made == null && type.isInterface() ? implementation(type) : made;
    }

    /** The class of the elements that a type names; texts where it names none. */
    private static Class<?> element(Type generic) {
        if (generic instanceof ParameterizedType parameterized) {
            Type[] given = parameterized.getActualTypeArguments();
            if (given[given.length - 1] instanceof Class<?> element) {
                return element;
            }
        }
        return String.class;
    }

    /** Makes an object of a class of the library, as some member gives one. */
    private Object make(Class<?> type) {
        List<Member> makers = library.makers(type);
        for (int attempt = 0; attempt < TRIES && !makers.isEmpty() && depth < MOST_DEPTH && !isOver; attempt++) {
            Member maker = makers.get(random.nextInt(makers.size()));
            Object made;
            if (maker instanceof Field field) {
                made = constant(field);
            } else {
                made = invoke((Executable) maker, null);
            }
            if (type.isInstance(made)) {
                return made;
            }
        }
        return null;
    }

    private Object constant(Field field) {
        try {
            Object value = field.get(null);
            keep(value);
            return value;
        } catch (ReflectiveOperationException | LinkageError none) {
            return null;
        }
    }

    /** An implementation by the caller, whose methods give what is drawn, throw, or call the library again. */
    private Object implementation(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader() == null ? library.loader : type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> "implemented";
                };
            }
            look();
            depth++;
            try {
                if (random.nextInt(8) == 0) {
                    throw new IllegalStateException("the caller's");
                }
                if (arguments != null && depth < MOST_DEPTH) {
                    Arrays.stream(arguments).forEach(this::keep);
                }
                if (random.nextInt(3) == 0 && depth < MOST_DEPTH && !isOver) {
                    callOne();
                }
                Class<?> returned = method.getReturnType();
                return returned == void.class ? null : draw(returned, method.getGenericReturnType());
            } finally {
                depth--;
            }
        });
    }

    private void look() {
        if (isOver) {
            return;
        }
        try {
            watch.look(pool, condition -> broken.accept(condition, log));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
