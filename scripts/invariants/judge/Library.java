package judge;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The classes of a library, loaded anew: what callers may use of them, and the invariants. */
final class Library {
    final ClassLoader loader;
    /** The public classes, those first of which something is said. */
    final List<Class<?>> open = new ArrayList<>();
    /** How many of these something is said of. */
    int told;
    /** What gives an object: constructors, static methods and constants. */
    private final List<Member> makers = new ArrayList<>();
    private final Map<Class<?>, List<Member>> makersOf = new HashMap<>();
    final Map<Class<?>, List<Condition>> ofObjects = new HashMap<>();
    final Map<Class<?>, List<Condition>> ofStatics = new HashMap<>();

    Library(List<Path> paths, List<String> conditions) throws Exception {
        URL[] urls = new URL[paths.size()];
        for (int at = 0; at < urls.length; at++) {
            urls[at] = paths.get(at).toUri().toURL();
        }
        loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        for (String line : conditions) {
            String[] parts = line.split("\t");
            try {
                Class<?> owner = Class.forName(parts[1], false, loader);
                Map<Class<?>, List<Condition>> all = parts[0].equals("static") ? ofStatics : ofObjects;
                all.computeIfAbsent(owner, any -> new ArrayList<>()).add(new Condition(owner, parts[2], parts[3]));
            } catch (LinkageError unusable) {
                // A class that needs another library: it has no objects.
            }
        }
        for (String name : names(paths.get(0))) {
            add(name);
        }
        open.sort(Comparator.comparing((Class<?> one) -> !isTold(one)).thenComparing(Class::getName));
        told = (int) open.stream().filter(this::isTold).count();
        makers.sort(Comparator.comparing(Member::toString));
    }

    private boolean isTold(Class<?> one) {
        return ofObjects.containsKey(one) || ofStatics.containsKey(one);
    }

    private void add(String name) {
        try {
            Class<?> one = Class.forName(name, false, loader);
            if (!isOpen(one)) {
                return;
            }
            List<Member> own = new ArrayList<>();
            if (!Modifier.isAbstract(one.getModifiers())) {
                own.addAll(Arrays.asList(one.getConstructors()));
            }
            Stream.of(one.getDeclaredMethods()).filter(it -> isStatic(it) && !it.getReturnType().isPrimitive()).forEach(own::add);
            Stream.of(one.getDeclaredFields()).filter(it -> isStatic(it) && !it.getType().isPrimitive()).forEach(own::add);
            makers.addAll(own);
            open.add(one);
        } catch (LinkageError | ClassNotFoundException unusable) {
            // As above.
        }
    }

    private static boolean isStatic(Member member) {
        return Modifier.isPublic(member.getModifiers()) && Modifier.isStatic(member.getModifiers());
    }

    /** Whether callers can name a class. */
    static boolean isOpen(Class<?> one) {
        for (Class<?> at = one; at != null; at = at.getDeclaringClass()) {
            if (!Modifier.isPublic(at.getModifiers()) || at.isAnonymousClass() || at.isLocalClass()) {
                return false;
            }
        }
        return true;
    }

    boolean isOwn(Class<?> one) {
        return one.getClassLoader() == loader;
    }

    /** What gives an object of a type. */
    List<Member> makers(Class<?> type) {
        return makersOf.computeIfAbsent(type, any -> makers.stream().filter(it -> type.isAssignableFrom(made(it))).toList());
    }

    private static Class<?> made(Member member) {
        if (member instanceof Method method) {
            return method.getReturnType();
        }
        return member instanceof Field field ? field.getType() : ((Constructor<?>) member).getDeclaringClass();
    }

    private static List<String> names(Path path) throws IOException {
        List<String> files = new ArrayList<>();
        if (Files.isDirectory(path)) {
            try (Stream<Path> all = Files.walk(path)) {
                all.filter(Files::isRegularFile).forEach(file -> files.add(path.relativize(file).toString()));
            }
        } else {
            try (JarFile jar = new JarFile(path.toFile())) {
                jar.stream().forEach(entry -> files.add(entry.getName()));
            }
        }
        return files.stream().filter(file -> file.endsWith(".class") && !file.startsWith("META-INF") && !file.endsWith("-info.class"))
            .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.')).sorted().toList();
    }
}
