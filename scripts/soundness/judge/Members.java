package judge;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What callers in other packages can reach of the classes under test. */
final class Members {
    static final String OUTSIDE = "outside.";

    /** A method as it is called, and the one that runs, with the types of its parameters. */
    record Found(Method called, Method typed) { }

    final List<Method> statics = new ArrayList<>();
    final List<Field> fields = new ArrayList<>();
    /** Constructors, methods that give an own object, and constants. */
    final List<Object> makers = new ArrayList<>();
    private final World world;
    private final Map<Class<?>, List<Object>> makersOf = new HashMap<>();

    Members(World world) {
        this.world = world;
        for (String name : new TreeMap<>(world.unit.classes()).keySet()) {
            try {
                add(world.loader.loadClass(name));
            } catch (ClassNotFoundException none) {
                throw new IllegalStateException(none);
            }
        }
    }

    static boolean isOpen(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
            if (!Modifier.isPublic(at.getModifiers())) {
                return false;
            }
        }
        return true;
    }

    boolean isOutside(Class<?> type) {
        return type.getName().startsWith(OUTSIDE);
    }

    private void add(Class<?> type) {
        if (!isOpen(type) || type.isSynthetic()) {
            return;
        }
        if (!Modifier.isAbstract(type.getModifiers()) && !type.isInterface()) {
            for (Constructor<?> constructor : sorted(type.getDeclaredConstructors())) {
                if (Modifier.isPublic(constructor.getModifiers())) {
                    makers.add(constructor);
                }
            }
        }
        for (Method method : sorted(type.getDeclaredMethods())) {
            boolean isGiven = type.isEnum() && (method.getName().equals("valueOf") || method.getName().equals("values"));
            if (isGiven || method.isSynthetic() || !Modifier.isPublic(method.getModifiers()) || isOutside(type)) {
                continue;
            }
            if (Modifier.isStatic(method.getModifiers())) {
                statics.add(method);
            }
            if (method.getReturnType().getClassLoader() == world.loader) {
                makers.add(method);
            }
        }
        Field[] declared = type.getDeclaredFields();
        Arrays.sort(declared, Comparator.comparing(Field::getName));
        for (Field field : declared) {
            int flags = field.getModifiers();
            if (field.isSynthetic() || isOutside(type) || !Modifier.isPublic(flags) && !Modifier.isProtected(flags)) {
                continue;
            }
            fields.add(field);
            if (Modifier.isPublic(flags) && Modifier.isStatic(flags) && field.getType().getClassLoader() == world.loader) {
                makers.add(field);
            }
        }
    }

    private static <E extends java.lang.reflect.Executable> E[] sorted(E[] all) {
        Arrays.sort(all, Comparator.comparing((E one) -> one.getName() + World.descriptor(one)));
        return all;
    }

    List<Object> makersOf(Class<?> type) {
        return makersOf.computeIfAbsent(type, wanted -> makers.stream().filter(maker -> {
            Class<?> given = maker instanceof Constructor<?> constructor ? constructor.getDeclaringClass()
                : maker instanceof Method method ? method.getReturnType() : ((Field) maker).getType();
            return wanted.isAssignableFrom(given);
        }).toList());
    }

    /** The instance methods that callers reach of objects of a class. */
    List<Found> of(Class<?> type) {
        if (type.isArray() || type.getClassLoader() == null || type.getName().startsWith("judge.")
                || java.lang.reflect.Proxy.isProxyClass(type)) {
            return List.of();
        }
        Map<String, Method> found = new LinkedHashMap<>();
        for (Method method : sorted(type.getMethods())) {
            if (!Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != Object.class) {
                found.putIfAbsent(method.getName() + Arrays.toString(method.getParameterTypes()), method);
            }
        }
        if (isOutside(type)) {
            for (Class<?> at = type.getSuperclass(); at != null && at.getClassLoader() == world.loader; at = at.getSuperclass()) {
                for (Method method : sorted(at.getDeclaredMethods())) {
                    int flags = method.getModifiers();
                    if (Modifier.isProtected(flags) && !Modifier.isStatic(flags) && !method.isSynthetic()) {
                        found.putIfAbsent(method.getName() + Arrays.toString(method.getParameterTypes()), method);
                    }
                }
            }
        }
        List<Found> all = new ArrayList<>();
        for (Method method : found.values()) {
            Method called = Modifier.isProtected(method.getModifiers()) ? method : reachable(type, method);
            boolean isLibrarys = called != null && called.getDeclaringClass().getClassLoader() == null;
            if (called != null && !(isLibrarys && !Modifier.isAbstract(called.getModifiers()))
                    && !(method.isBridge() && !isLibrarys)) {
                all.add(new Found(isOutside(called.getDeclaringClass()) ? overridden(called) : called, typed(type, method)));
            }
        }
        return all;
    }

    /** The same method as an open class or interface declares it. */
    private static Method reachable(Class<?> type, Method method) {
        if (isOpen(method.getDeclaringClass())) {
            return method;
        }
        List<Class<?>> open = new ArrayList<>(List.of(type));
        for (int at = 0; at < open.size(); at++) {
            Class<?> one = open.get(at);
            if (isOpen(one)) {
                try {
                    return one.getDeclaredMethod(method.getName(), method.getParameterTypes());
                } catch (NoSuchMethodException none) {
                    // Further up.
                }
            }
            if (one.getSuperclass() != null && one.getSuperclass() != Object.class) {
                open.add(one.getSuperclass());
            }
            open.addAll(Arrays.asList(one.getInterfaces()));
        }
        return null;
    }

    /** What a method of a class from outside overrides: as callers name it. */
    private static Method overridden(Method method) {
        for (Method one : Outside.methods(method.getDeclaringClass().getSuperclass())) {
            if (isSame(one, method)) {
                return one;
            }
        }
        for (Class<?> type : method.getDeclaringClass().getInterfaces()) {
            for (Method one : Outside.methods(type)) {
                if (isSame(one, method)) {
                    return one;
                }
            }
        }
        return method;
    }

    private static boolean isSame(Method one, Method other) {
        return one.getName().equals(other.getName()) && Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }

    /** What a bridge leads to; of what is inherited, the method itself. */
    private static Method typed(Class<?> type, Method method) {
        for (Method one : sorted(type.getDeclaredMethods())) {
            if (!one.isBridge() && one.getName().equals(method.getName()) && one.getParameterCount() == method.getParameterCount()
                    && (method.isBridge() || Arrays.equals(one.getParameterTypes(), method.getParameterTypes()))) {
                return one;
            }
        }
        return method;
    }
}
