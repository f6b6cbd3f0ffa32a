package judge;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Writes subclasses and implementations as a caller could, whose methods do what a script says. */
final class Outside {
    private static final Set<String> CONSISTENT = Set.of("equals", "hashCode", "toString", "compareTo", "finalize", "clone");

    private Outside() { }

    /** The source of a class that extends another; nothing where none can. */
    static String of(Class<?> type, String packageName, String name) {
        int flags = type.getModifiers();
        boolean isInner = type.isMemberClass() && !Modifier.isStatic(flags);
        if (!Members.isOpen(type) || Modifier.isFinal(flags) || type.isSealed() || type.isEnum() || type.isAnnotation() || isInner) {
            return null;
        }
        StringBuilder text = new StringBuilder("package " + packageName + ";\n@SuppressWarnings(\"all\")\npublic class " + name
            + (type.isInterface() ? " implements " : " extends ") + type.getCanonicalName() + " {\n");
        boolean isMade = type.isInterface();
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            boolean isReached = Modifier.isPublic(constructor.getModifiers()) || Modifier.isProtected(constructor.getModifiers());
            if (isReached && isOpen(constructor.getParameterTypes())) {
                isMade = true;
                text.append("    public ").append(name).append(parameters(constructor)).append(thrown(constructor)).append(" { super(")
                    .append(names(constructor)).append("); }\n");
            }
        }
        if (!isMade) {
            return null;
        }
        for (Method method : methods(type)) {
            boolean isAbstract = Modifier.isAbstract(method.getModifiers());
            Class<?> returned = method.getReturnType();
            boolean isWritable = isOpen(method.getParameterTypes()) && isOpen(new Class<?>[] {returned})
                && !(method.getDeclaringClass().getClassLoader() == null && isGeneric(method));
            boolean isLibrarys = method.getDeclaringClass().getClassLoader() == null && !isAbstract;
            if (!isWritable || isLibrarys || CONSISTENT.contains(method.getName())) {
                if (isAbstract) {
                    return null;
                }
                continue;
            }
            text.append(overriding(method, isAbstract, returned));
        }
        return text.append("}\n").toString();
    }

    private static String overriding(Method method, boolean isAbstract, Class<?> returned) {
        String visible = Modifier.isPublic(method.getModifiers()) ? "public " : "protected ";
        String descriptor = World.descriptor(method);
        String given = returned == void.class ? "return;" : "return (" + box(returned) + ") answer[0];";
        String answer = "judge.Hooks.called(this, \"" + method.getName() + descriptor + "\", " + returned.getCanonicalName() + ".class, "
            + isAbstract + ", new Object[] {" + names(method) + "})";
        String above = method.getDeclaringClass().isInterface() ? method.getDeclaringClass().getCanonicalName() + ".super" : "super";
        String passed = isAbstract ? "" : "        try { " + (returned == void.class ? "" : "return ") + above + "." + method.getName() + "("
            + names(method) + "); } catch (Throwable thrown) { judge.Hooks.failed(" + method.getDeclaringClass().getCanonicalName()
            + ".class, \"" + method.getName() + "\", \"" + descriptor + "\", thrown); throw thrown; }\n";
        return "    @Override " + visible + returned.getCanonicalName() + " " + method.getName() + parameters(method) + thrown(method)
            + " {\n        Object[] answer = " + answer + ";\n" + (isAbstract ? "        " + given + "\n"
            : "        if (answer != null) { " + given + " }\n" + passed) + "    }\n";
    }

    private static boolean isGeneric(Method method) {
        return !Arrays.equals(method.getParameterTypes(), method.getGenericParameterTypes())
            || method.getReturnType() != method.getGenericReturnType();
    }

    private static String box(Class<?> type) {
        return type.isPrimitive() ? java.lang.invoke.MethodType.methodType(type).wrap().returnType().getName() : type.getCanonicalName();
    }

    private static boolean isOpen(Class<?>[] types) {
        for (Class<?> type : types) {
            Class<?> component = type;
            while (component.isArray()) {
                component = component.getComponentType();
            }
            if (!component.isPrimitive() && !Members.isOpen(component)) {
                return false;
            }
        }
        return true;
    }

    /** The methods that a subclass can override, nearest first. */
    static List<Method> methods(Class<?> type) {
        TreeMap<String, Method> found = new TreeMap<>();
        List<Class<?>> open = new ArrayList<>(List.of(type));
        for (int at = 0; at < open.size(); at++) {
            Class<?> one = open.get(at);
            Method[] declared = one.getDeclaredMethods();
            Arrays.sort(declared, Comparator.comparing(Method::isBridge));
            for (Method method : declared) {
                String key = method.getName() + Arrays.toString(method.getParameterTypes());
                found.putIfAbsent(key, method);
            }
            if (one.getSuperclass() != null && one.getSuperclass() != Object.class) {
                open.add(at + 1, one.getSuperclass());
            }
            open.addAll(Arrays.asList(one.getInterfaces()));
        }
        return found.values().stream().filter(method -> {
            int flags = method.getModifiers();
            return !Modifier.isStatic(flags) && !Modifier.isFinal(flags) && !method.isSynthetic()
                && (Modifier.isPublic(flags) || Modifier.isProtected(flags));
        }).toList();
    }

    private static String parameters(Executable of) {
        List<String> all = new ArrayList<>();
        for (Class<?> type : of.getParameterTypes()) {
            all.add(type.getCanonicalName() + " a" + all.size());
        }
        return "(" + String.join(", ", all) + ")";
    }

    private static String names(Executable of) {
        List<String> all = new ArrayList<>();
        for (int at = 0; at < of.getParameterCount(); at++) {
            all.add("a" + at);
        }
        return String.join(", ", all);
    }

    private static String thrown(Executable of) {
        List<String> all = Arrays.stream(of.getExceptionTypes()).map(Class::getCanonicalName).toList();
        return all.isEmpty() ? "" : " throws " + String.join(", ", all);
    }
}
