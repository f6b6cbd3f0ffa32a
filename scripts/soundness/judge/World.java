package judge;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One life of the classes under test: steps are drawn, or repeated, and what escapes from methods is noted. */
final class World {
    private static final int MOST_DEPTH = 3;
    private static final int MOST_INVOCATIONS = 6;
    private static final Map<String, String> PRIMITIVES = Map.of("int", "I", "long", "J", "boolean", "Z", "char", "C", "byte", "B", "short", "S",
        "double", "D", "float", "F");
    private static final int MOST_REMEMBERED = 100;

    /** An object and its type as the code says it, which has the types of elements. */
    record Value(Object object, Type type) { }

    final Unit unit;
    final Unit.Loader loader;
    /** Draws steps; nothing where steps are repeated. */
    final Draw draw;
    final Map<Integer, Value> pool = new LinkedHashMap<>();
    /** What has failed, and how. */
    final Map<String, Throwable> failed = new HashMap<>();
    /** How often methods were called. */
    final Map<String, Integer> called = new HashMap<>();
    final List<Op> steps = new ArrayList<>();
    private List<Op> into = steps;
    private int next;
    private int depth;
    private Op.Script creating;
    private final Map<Object, Op.Script> scripts = new IdentityHashMap<>();
    private final Map<Op.Script, Map<String, Integer>> reached = new IdentityHashMap<>();

    World(Unit unit, java.util.Random random) {
        this.unit = unit;
        this.loader = new Unit.Loader(unit);
        Hooks.world = this;
        this.draw = random == null ? null : new Draw(this, random);
    }

    int fresh() {
        return next++;
    }

    boolean isDeep() {
        return depth >= MOST_DEPTH;
    }

    boolean isNested() {
        return depth > 0;
    }

    /** Notes a step that was drawn, and does it. */
    Object perform(Op op, Type type) {
        into.add(op);
        return execute(op, type);
    }

    /** Does steps again. */
    void repeat(List<Op> again) {
        for (Op op : again) {
            execute(op, null);
        }
    }

    private Object execute(Op op, Type type) {
        Object[] values = new Object[op.parts.length];
        for (int at = 0; at < values.length; at++) {
            values[at] = op.parts[at] instanceof Op.Ref ref ? valueOf(ref.id()) : op.parts[at];
        }
        Object given = null;
        op.threw = true;
        try {
            given = switch (op.kind) {
                case NEW -> construct(op, values);
                case CALL -> call(op, values);
                case GET -> field(op).get(values.length > 0 ? values[0] : null);
                case SET -> {
                    field(op).set(values.length > 1 ? values[0] : null, values[values.length - 1]);
                    yield null;
                }
                case MAKE -> op.name.equals("array")
                    ? array(component(op.owner, loader), values) : Jdk.make(op.name, values);
                case CHANGE -> Jdk.change(op.name, values);
                case SCRIPT -> proxy(op);
            };
            op.threw = false;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError thrown) {
            // Noted where it matters.
        }
        if (given != null && !(given instanceof String) && !(given instanceof Number && Jdk.isBox(given)) && !(given instanceof Boolean)
                && !(given instanceof Character)) {
            pool.put(op.id, new Value(given, type == null ? given.getClass() : type));
        }
        return given;
    }

    private Object valueOf(int id) {
        Value value = pool.get(id);
        return value == null ? null : value.object();
    }

    /** The class of a name as `Class.getName` gives it, also a primitive one. */
    static Class<?> component(String name, ClassLoader loader) throws ClassNotFoundException {
        return name.startsWith("[") || name.contains(".") ? Class.forName(name, false, loader)
            : MethodType.fromMethodDescriptorString("()" + PRIMITIVES.get(name), loader).returnType();
    }

    private static Object array(Class<?> component, Object[] values) {
        Object made = Array.newInstance(component, values.length);
        for (int at = 0; at < values.length; at++) {
            Array.set(made, at, values[at]);
        }
        return made;
    }

    private Field field(Op op) throws ReflectiveOperationException {
        Field field = loader.loadClass(op.owner).getDeclaredField(op.name);
        // Protected ones are those that a subclass reaches.
        field.setAccessible(true);
        return field;
    }

    private Object construct(Op op, Object[] values) throws ReflectiveOperationException {
        Class<?> owner = loader.loadClass(op.owner);
        Constructor<?> constructor = owner.getDeclaredConstructor(parameters(op.descriptor));
        if (owner.isMemberClass() && !Modifier.isStatic(owner.getModifiers()) && values[0] == null) {
            // The code of every `outer.new Inner()` throws before it makes an object (JLS 15.9.4).
            throw new InvocationTargetException(new NullPointerException());
        }
        Op.Script before = creating;
        creating = op.script;
        count(op.owner, "<init>", op.descriptor);
        try {
            Object made = constructor.newInstance(values);
            if (op.script != null) {
                scripts.put(made, op.script);
            }
            return made;
        } catch (InvocationTargetException thrown) {
            failedOf(constructor, op.owner, "<init>", op.descriptor, thrown.getCause());
            throw thrown;
        } finally {
            creating = before;
        }
    }

    private Object call(Op op, Object[] values) throws ReflectiveOperationException {
        Class<?> owner = loader.loadClass(op.owner);
        Method method = owner.getDeclaredMethod(op.name, parameters(op.descriptor));
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        if (!isStatic && (values[0] == null || !owner.isInstance(values[0]))) {
            throw new NoSuchMethodException();
        }
        Object[] arguments = isStatic ? values : java.util.Arrays.copyOfRange(values, 1, values.length);
        // Interfaces' and inherited methods are accessible; what a subclass alone may call is called as one would.
        method.setAccessible(true);
        Method run = isStatic ? method : actual(values[0].getClass(), method);
        String of = run.getDeclaringClass().getName();
        String descriptor = descriptor(run);
        count(of, op.name, descriptor);
        try {
            return method.invoke(isStatic ? null : values[0], arguments);
        } catch (InvocationTargetException thrown) {
            failedOf(run, of, op.name, descriptor, thrown.getCause());
            throw thrown;
        }
    }

    private void count(String owner, String name, String descriptor) {
        called.merge(Op.key(owner, name, descriptor), 1, Integer::sum);
    }

    /** The method that a call runs. */
    private static Method actual(Class<?> runtime, Method method) {
        for (Class<?> at = runtime; at != null; at = at.getSuperclass()) {
            Method found = null;
            for (Method one : at.getDeclaredMethods()) {
                if (one.getName().equals(method.getName()) && java.util.Arrays.equals(one.getParameterTypes(), method.getParameterTypes())
                        && !Modifier.isStatic(one.getModifiers()) && (found == null || found.isBridge())) {
                    found = one;
                }
            }
            if (found != null) {
                return found;
            }
        }
        return method;
    }

    private Class<?>[] parameters(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, loader).parameterArray();
    }

    static String descriptor(Executable of) {
        Class<?> returned = of instanceof Method method ? method.getReturnType() : void.class;
        return MethodType.methodType(returned, of.getParameterTypes()).toMethodDescriptorString();
    }

    void failedOf(Class<?> owner, String name, String descriptor, Throwable thrown) {
        try {
            failedOf(owner.getDeclaredMethod(name, parameters(descriptor)), owner.getName(), name, descriptor, thrown);
        } catch (NoSuchMethodException none) {
            throw new IllegalStateException(none);
        }
    }

    /** Notes what escapes from a method, unless it is declared, the caller's own, or the machine's end. */
    private void failedOf(Executable run, String owner, String name, String descriptor, Throwable thrown) {
        boolean isNone = thrown instanceof Thrown || thrown instanceof VirtualMachineError;
        for (Class<?> declared : run.getExceptionTypes()) {
            isNone |= declared.isInstance(thrown);
        }
        if (!isNone) {
            failed.putIfAbsent(Op.key(owner, name, descriptor), thrown);
        }
    }

    Op.Script scriptOf(Object self) {
        Op.Script known = scripts.get(self);
        if (known == null && creating != null) {
            // It is being constructed.
            known = creating;
            scripts.put(self, known);
        }
        return known;
    }

    private Object proxy(Op op) throws ReflectiveOperationException {
        Class<?> type = Class.forName(op.owner);
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> 1;
                    default -> "scripted";
                };
            }
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            Type returned = draw == null ? method.getReturnType() : draw.returned(op, method);
            Object[] all = arguments == null ? new Object[0] : arguments;
            Object[] given = called(op.script, method.getName() + descriptor(method), method.getReturnType(), returned, false, all);
            return given[0];
        };
        return Proxy.newProxyInstance(World.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    /** What the caller's code gives when it is called; nothing where it does what it overrides. */
    Object[] called(Op.Script script, String method, Class<?> erased, Type returned, boolean canPassOn, Object[] arguments) {
        Map<String, Integer> counts = reached.computeIfAbsent(script, any -> new HashMap<>());
        Op.Invocation known = script == null ? null : script.invocation(method, counts.merge(method, 1, Integer::sum) - 1);
        boolean isKnown = known != null;
        boolean isDrawn = script != null && !isKnown && draw != null && !isDeep() && script.invocations.size() < MOST_INVOCATIONS;
        if (!isKnown && !isDrawn) {
            if (script != null && draw != null && script.invocations.size() < MOST_REMEMBERED) {
                // So that later ones keep their numbers when steps are repeated.
                Op.Invocation usual = new Op.Invocation(method, new int[0]);
                usual.end = canPassOn ? Op.End.PASSES_ON : Op.End.RETURNS;
                script.invocations.add(usual);
            }
            return canPassOn ? null : new Object[] {Jdk.zero(erased)};
        }
        List<Op> before = into;
        depth++;
        try {
            Op.Invocation invocation;
            if (isKnown) {
                invocation = known;
                keep(invocation, arguments);
                into = invocation.nested;
                repeat(invocation.nested);
            } else {
                invocation = new Op.Invocation(method, new int[arguments.length]);
                script.invocations.add(invocation);
                for (int number = 0; number < arguments.length; number++) {
                    invocation.arguments[number] = fresh();
                }
                keep(invocation, arguments);
                into = invocation.nested;
                draw.invocation(invocation, erased, returned, canPassOn);
            }
            if (invocation.end == Op.End.THROWS) {
                throw new Thrown();
            }
            if (invocation.end == Op.End.PASSES_ON) {
                return null;
            }
            Object result = invocation.result instanceof Op.Ref ref ? valueOf(ref.id()) : invocation.result;
            return new Object[] {result == null ? Jdk.zero(erased) : result};
        } finally {
            depth--;
            into = before;
        }
    }

    private void keep(Op.Invocation invocation, Object[] arguments) {
        for (int number = 0; number < invocation.arguments.length; number++) {
            Object argument = arguments[number];
            if (argument != null && argument.getClass().getClassLoader() == loader) {
                pool.put(invocation.arguments[number], new Value(argument, argument.getClass()));
            }
        }
    }
}
