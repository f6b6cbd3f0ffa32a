package judge;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Draws steps: which members are called, and with what. */
final class Draw {
    private static final int MOST_EFFORT = 3;
    private static final int[] NUMBERS = {0, 1, -1, 2, 3, 4, 5, 7, 8, 9, 10, 16, 100, -7, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final String[] TEXTS = {"", "a", "b", "ab", "abc", "x y", "zz"};

    /** An instance method: as it is called, and with the types of its parameters where the code says them. */
    private record Callable(Method method, Method typed, boolean isHeld) { }

    private final World world;
    private final Random random;
    private final Members members;
    private final Map<Class<?>, List<Callable>> callables = new HashMap<>();
    private final Map<Op.Script, Type> scriptTypes = new IdentityHashMap<>();
    private int last = -1;

    Draw(World world, Random random) {
        this.world = world;
        this.random = random;
        this.members = new Members(world);
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** A life: steps, and at its end what is said to hold, of every object. */
    void life(int steps) {
        for (int at = 0; at < steps; at++) {
            step();
        }
        List<Integer> objects = new ArrayList<>(world.pool.keySet());
        for (int id : objects.subList(0, Math.min(objects.size(), 40))) {
            for (Callable callable : callables(world.pool.get(id).object())) {
                if (callable.isHeld) {
                    call(id, callable);
                }
            }
        }
        members.statics.stream().filter(this::isHeld).forEach(method -> invoke(method, method.getGenericReturnType(), null, 1));
    }

    private boolean isHeld(Method method) {
        return world.unit.held().contains(Op.key(method.getDeclaringClass().getName(), method.getName(), World.descriptor(method)));
    }

    /** One step. */
    void step() {
        double kind = random.nextDouble();
        if (kind < 0.16 && !members.makers.isEmpty()) {
            produce(any(members.makers), MOST_EFFORT);
        } else if (kind < 0.34 && !members.statics.isEmpty()) {
            Method method = any(members.statics);
            invoke(method, method.getGenericReturnType(), null, MOST_EFFORT);
        } else if (kind < 0.48) {
            change();
        } else if (kind < 0.54 && !members.fields.isEmpty()) {
            field(any(members.fields));
        } else {
            Integer id = last >= 0 && chance(0.4) && world.pool.containsKey(last) ? Integer.valueOf(last) : own();
            if (id == null) {
                if (!members.makers.isEmpty()) {
                    produce(any(members.makers), MOST_EFFORT);
                }
                return;
            }
            List<Callable> all = callables(world.pool.get(id).object());
            List<Callable> held = all.stream().filter(Callable::isHeld).toList();
            if (!all.isEmpty()) {
                call(id, !held.isEmpty() && chance(world.isNested() ? 0.6 : 0.35) ? any(held) : any(all));
                last = id;
            }
        }
    }

    private Integer own() {
        List<Integer> found = new ArrayList<>();
        world.pool.forEach((id, value) -> {
            if (!callables(value.object()).isEmpty()) {
                found.add(id);
            }
        });
        return found.isEmpty() ? null : any(found);
    }

    private List<Callable> callables(Object object) {
        return callables.computeIfAbsent(object.getClass(), type -> {
            List<Callable> found = new ArrayList<>();
            for (Members.Found method : members.of(type)) {
                Method typed = method.typed();
                String key = Op.key(typed.getDeclaringClass().getName(), typed.getName(), World.descriptor(typed));
                found.add(new Callable(method.called(), typed, world.unit.held().contains(key)));
            }
            return found;
        });
    }

    private void call(int receiver, Callable callable) {
        Object[] arguments = arguments(callable.typed, MOST_EFFORT);
        Object[] parts = new Object[arguments.length + 1];
        parts[0] = new Op.Ref(receiver);
        System.arraycopy(arguments, 0, parts, 1, arguments.length);
        member(Op.Kind.CALL, callable.method, parts, callable.typed.getGenericReturnType(), null);
    }

    private Object[] arguments(Executable of, int effort) {
        Type[] types = declared(of).getGenericParameterTypes();
        Class<?>[] erased = of.getParameterTypes();
        Object[] drawn = new Object[erased.length];
        for (int at = 0; at < drawn.length; at++) {
            drawn[at] = value(types.length == erased.length ? types[at] : erased[at], effort - 1);
        }
        return drawn;
    }

    /** The constructor that one of a class from outside calls, which has the type arguments of its parameters. */
    private Executable declared(Executable of) {
        Class<?> type = of.getDeclaringClass();
        if (!(of instanceof Constructor) || !members.isOutside(type)) {
            return of;
        }
        for (Constructor<?> above : type.getSuperclass().getDeclaredConstructors()) {
            if (Arrays.equals(above.getParameterTypes(), of.getParameterTypes())) {
                return above;
            }
        }
        return of;
    }

    /** Calls a static method or a constructor; the number of what it gives. */
    private int invoke(Executable of, Type type, Op.Script script, int effort) {
        Op.Kind kind = of instanceof Constructor ? Op.Kind.NEW : Op.Kind.CALL;
        return member(kind, of, arguments(of, effort), type, script);
    }

    private int member(Op.Kind kind, Executable of, Object[] parts, Type type, Op.Script script) {
        String name = kind == Op.Kind.NEW ? "<init>" : of.getName();
        Op op = new Op(world.fresh(), kind, of.getDeclaringClass().getName(), name, World.descriptor(of), parts, script);
        world.perform(op, type);
        return op.id;
    }

    /** Makes an object by a constructor, a factory or a constant. */
    private int produce(Object maker, int effort) {
        if (maker instanceof Constructor<?> constructor) {
            boolean isOutside = members.isOutside(constructor.getDeclaringClass());
            return invoke(constructor, constructor.getDeclaringClass(), isOutside ? new Op.Script() : null, effort);
        }
        if (maker instanceof Method method) {
            if (Modifier.isStatic(method.getModifiers())) {
                return invoke(method, method.getGenericReturnType(), null, effort);
            }
            Object receiver = value(method.getDeclaringClass(), effort - 1);
            if (receiver instanceof Op.Ref ref) {
                Object[] arguments = arguments(method, effort);
                Object[] parts = new Object[arguments.length + 1];
                parts[0] = ref;
                System.arraycopy(arguments, 0, parts, 1, arguments.length);
                return member(Op.Kind.CALL, method, parts, method.getGenericReturnType(), null);
            }
            return -1;
        }
        Field field = (Field) maker;
        return get(field, null);
    }

    private int get(Field field, Object receiver) {
        Object[] parts = receiver == null ? new Object[0] : new Object[] {receiver};
        Op op = new Op(world.fresh(), Op.Kind.GET, field.getDeclaringClass().getName(), field.getName(), null, parts, null);
        world.perform(op, field.getGenericType());
        return op.id;
    }

    private void field(Field field) {
        Object receiver = null;
        if (!Modifier.isStatic(field.getModifiers())) {
            List<Integer> found = new ArrayList<>();
            boolean isProtected = !Modifier.isPublic(field.getModifiers());
            world.pool.forEach((id, value) -> {
                if (field.getDeclaringClass().isInstance(value.object()) && (!isProtected || members.isOutside(value.object().getClass()))) {
                    found.add(id);
                }
            });
            if (found.isEmpty()) {
                return;
            }
            receiver = new Op.Ref(any(found));
        } else if (!Modifier.isPublic(field.getModifiers())) {
            return;
        }
        if (Modifier.isFinal(field.getModifiers()) || chance(0.4)) {
            get(field, receiver);
            return;
        }
        Object drawn = value(field.getGenericType(), MOST_EFFORT);
        Object[] parts = receiver == null ? new Object[] {drawn} : new Object[] {receiver, drawn};
        world.perform(new Op(world.fresh(), Op.Kind.SET, field.getDeclaringClass().getName(), field.getName(), null, parts, null), null);
    }

    /** Changes an object of the JDK that a caller has. */
    private void change() {
        List<Integer> found = new ArrayList<>();
        world.pool.forEach((id, value) -> {
            if (value.object().getClass().getClassLoader() == null || value.object().getClass().isArray()) {
                found.add(id);
            }
        });
        if (found.isEmpty()) {
            return;
        }
        int id = any(found);
        World.Value value = world.pool.get(id);
        Change change = Change.of(value, this, random);
        if (change != null) {
            Object[] parts = new Object[change.with().length + 1];
            parts[0] = new Op.Ref(id);
            System.arraycopy(change.with(), 0, parts, 1, change.with().length);
            world.perform(new Op(world.fresh(), Op.Kind.CHANGE, null, change.name(), null, parts, null), change.type());
        }
    }

    /** What the caller's code does at one call. */
    void invocation(Op.Invocation invocation, Class<?> erased, Type returned, boolean canPassOn) {
        for (int count = random.nextInt(10); count >= 5; count -= 3) {
            step();
        }
        if (chance(0.12)) {
            invocation.end = Op.End.THROWS;
        } else if (canPassOn && chance(0.6)) {
            invocation.end = Op.End.PASSES_ON;
        } else if (erased != void.class) {
            invocation.result = value(returned, 1);
        }
    }

    /** The type that a method of a scripted object returns. */
    Type returned(Op op, Method method) {
        Type type = method.getGenericReturnType();
        if (type instanceof TypeVariable<?> variable && scriptTypes.get(op.script) instanceof ParameterizedType known) {
            TypeVariable<?>[] all = ((Class<?>) known.getRawType()).getTypeParameters();
            for (int at = 0; at < all.length; at++) {
                if (all[at].equals(variable)) {
                    return bound(known.getActualTypeArguments()[at]);
                }
            }
        }
        return type instanceof Class<?> ? type : Void.class;
    }

    static Type bound(Type type) {
        if (type instanceof WildcardType wildcard) {
            return wildcard.getLowerBounds().length > 0 ? wildcard.getLowerBounds()[0] : wildcard.getUpperBounds()[0];
        }
        return type;
    }

    int number() {
        int[] own = world.unit.numbers();
        if (own.length > 0 && chance(0.45)) {
            return own[random.nextInt(own.length)] + random.nextInt(3) - 1;
        }
        return chance(0.5) ? random.nextInt(6) : NUMBERS[random.nextInt(NUMBERS.length)];
    }

    String text() {
        List<String> own = world.unit.texts();
        return !own.isEmpty() && chance(0.3) ? any(own) : TEXTS[random.nextInt(TEXTS.length)];
    }

    /** A value of a type: a literal, or what an earlier step gave. */
    Object value(Type generic, int effort) {
        Type type = bound(generic);
        Class<?> raw = erased(type);
        if (raw == int.class || raw == Integer.class || raw == Number.class) {
            return raw != int.class && chance(0.1) ? null : (Object) number();
        } else if (raw == long.class || raw == Long.class) {
            return raw == Long.class && chance(0.1) ? null : (Object) (chance(0.1) ? Long.MIN_VALUE : (long) number());
        } else if (raw == boolean.class || raw == Boolean.class) {
            return chance(0.5);
        } else if (raw == char.class || raw == Character.class) {
            return (char) ('a' + random.nextInt(4));
        } else if (raw == double.class || raw == Double.class) {
            return chance(0.1) ? Double.NaN : number() / 2.0;
        } else if (raw == byte.class) {
            return (byte) number();
        } else if (raw == short.class) {
            return (short) number();
        } else if (raw == float.class) {
            return (float) number();
        } else if (raw == String.class || raw == Comparable.class) {
            return chance(0.1) ? null : text();
        } else if (raw == void.class || raw == Void.class || chance(0.1)) {
            return null;
        }
        if (raw == Object.class && chance(0.4)) {
            return chance(0.5) ? text() : (Object) number();
        }
        List<Integer> known = new ArrayList<>();
        world.pool.forEach((id, value) -> {
            boolean fits = type instanceof ParameterizedType ? type.equals(value.type()) || value.type() instanceof Class<?>
                && value.object().getClass().getClassLoader() == world.loader : true;
            if (fits && raw.isInstance(value.object())) {
                known.add(id);
            }
        });
        if (!known.isEmpty() && chance(0.55)) {
            return new Op.Ref(any(known));
        }
        int made = effort < 0 ? -1 : make(raw, type, effort);
        return made >= 0 && world.pool.containsKey(made) ? new Op.Ref(made) : null;
    }

    private int make(Class<?> raw, Type type, int effort) {
        if (raw.isArray()) {
            Object[] parts = values(raw.getComponentType(), effort);
            return made("array", raw.getComponentType().getName(), parts, raw);
        }
        List<Object> makers = members.makersOf(raw);
        if (!makers.isEmpty() && (raw.getClassLoader() == world.loader || chance(0.4))) {
            return produce(any(makers), effort);
        }
        Type[] of = type instanceof ParameterizedType known ? known.getActualTypeArguments() : new Type[0];
        String name = raw.getSimpleName();
        switch (name) {
            case "StringBuilder", "CharSequence":
                return made("StringBuilder", null, new Object[] {text()}, StringBuilder.class);
            case "Date":
                return made("Date", null, new Object[] {(long) number()}, raw);
            case "AtomicInteger":
                return made(name, null, new Object[] {number()}, raw);
            case "Throwable", "RuntimeException", "Exception":
                Object cause = chance(0.4) ? value(RuntimeException.class, 0) : null;
                return made(name.equals("Exception") ? name : "RuntimeException", null, new Object[] {text(), cause}, raw);
            case "Object":
                return made("Object", null, new Object[0], raw);
            case "List", "Collection", "Iterable", "ArrayList":
                boolean isFixed = !name.equals("ArrayList") && chance(0.25);
                return of.length == 0 ? -1 : made(isFixed ? "asList" : "ArrayList", null, values(of[0], effort), type);
            case "Set":
                return of.length == 0 ? -1 : made("HashSet", null, values(of[0], effort), type);
            case "Iterator":
                return of.length == 0 ? -1 : made("iterator", null, values(of[0], effort), type);
            case "Map":
                Object[] parts = new Object[of.length == 0 ? 0 : 2 * random.nextInt(3)];
                for (int at = 0; at < parts.length; at++) {
                    parts[at] = value(of[at % 2], effort - 1);
                }
                return of.length == 0 ? -1 : made("HashMap", null, parts, type);
            default:
                return raw.isInterface() && raw.getClassLoader() == null && !raw.isSealed() ? scripted(raw, type) : -1;
        }
    }

    private Object[] values(Type of, int effort) {
        Object[] parts = new Object[chance(0.15) ? 0 : 1 + random.nextInt(3)];
        for (int at = 0; at < parts.length; at++) {
            parts[at] = value(of, effort - 1);
        }
        return parts;
    }

    private int made(String name, String owner, Object[] parts, Type type) {
        Op op = new Op(world.fresh(), Op.Kind.MAKE, owner, name, null, parts, null);
        world.perform(op, type);
        return op.id;
    }

    private int scripted(Class<?> raw, Type type) {
        Op.Script script = new Op.Script();
        scriptTypes.put(script, type);
        Op op = new Op(world.fresh(), Op.Kind.SCRIPT, raw.getName(), null, null, new Object[0], script);
        world.perform(op, type);
        return op.id;
    }

    static Class<?> erased(Type type) {
        if (type instanceof Class<?> known) {
            return known;
        }
        return type instanceof ParameterizedType parameterized ? (Class<?>) parameterized.getRawType() : Object.class;
    }
}
