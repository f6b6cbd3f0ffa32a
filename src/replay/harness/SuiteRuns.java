// Finds and runs JUnit tests in the classes of a job. See ../PROTOCOL.md.
package casewise.replay;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.UnaryOperator;

/**
 * One job with tests. JUnit is called by reflection: its Platform where that is on the class path, and JUnit 4 where it is
 * and the Platform does not run its tests. A test is named by `platform:` and its unique id, or by `junit4:`, its class, a
 * bar and its display name.
 */
final class SuiteRuns {
    private static final String PLATFORM = "platform:";
    private static final String JUNIT4 = "junit4:";
    private static final String LAUNCHER = "org.junit.platform.launcher.";
    private static final ClassLoader SHARED = ClassLoader.getSystemClassLoader();

    /** What came of a test: null while it has not failed. */
    private static final class Outcome {
        Throwable failure;
        boolean wasSkipped;
        BitSet parts = new BitSet();
        long nanoseconds;
        long rounds;
    }

    private static Object launcher;

    private final ClassLoader loader;
    private final String what;
    private final List<List<String>> groups = new ArrayList<>();
    private long rounds = Long.MAX_VALUE;

    SuiteRuns(ClassLoader loader, String what) {
        this.loader = loader;
        this.what = what;
        groups.add(new ArrayList<>());
    }

    /** A name of a class or test; `next` begins another group of tests; `rounds:N` limits loops. */
    void add(String token, String name) {
        if (token.equals("next")) {
            groups.add(new ArrayList<>());
        } else if (token.startsWith("rounds:")) {
            rounds = Long.parseLong(token.substring(7));
        } else {
            groups.get(groups.size() - 1).add(name);
        }
    }

    /** Does the job; the answer without names escaped is not possible, so `escape` is asked for each. */
    String run(UnaryOperator<String> escape) throws Exception {
        Machine before = new Machine();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Probe.limit(rounds);
            switch (what) {
                case "find":
                    return find(escape);
                case "cover":
                    return cover(escape);
                case "run":
                    String result = runUntilFailure(escape);
                    return before.isLeftAlone() ? result : result + " busy";
                default:
                    throw new IllegalArgumentException("unknown job of tests: " + what);
            }
        } catch (InvocationTargetException wrapped) {
            if (wrapped.getCause() instanceof Error error) {
                throw error;
            }
            throw wrapped.getCause() instanceof Exception exception ? exception : wrapped;
        } finally {
            before.restore();
        }
    }

    /** What tests may change outside of their classes, as it is before them. */
    private static final class Machine {
        private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
        private final Properties properties = (Properties) System.getProperties().clone();
        private final Locale locale = Locale.getDefault();
        private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
        private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
        private final TimeZone zone = TimeZone.getDefault();
        private final InputStream in = System.in;
        private final PrintStream out = System.out;
        private final PrintStream err = System.err;
        private final Set<Thread> threads = Thread.getAllStackTraces().keySet();

        void restore() {
            Thread.currentThread().setContextClassLoader(loader);
            System.setProperties(properties);
            Locale.setDefault(locale);
            Locale.setDefault(Locale.Category.DISPLAY, display);
            Locale.setDefault(Locale.Category.FORMAT, format);
            TimeZone.setDefault(zone);
            System.setIn(in);
            System.setOut(out);
            System.setErr(err);
        }

        /** Whether no thread is left that goes on with something. */
        boolean isLeftAlone() {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (!threads.contains(thread) && thread.getState() == Thread.State.RUNNABLE) {
                    return false;
                }
            }
            return true;
        }
    }

    private static boolean has(String name) {
        return type(name) != null;
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name, false, SHARED);
        } catch (ClassNotFoundException | LinkageError missing) {
            return null;
        }
    }

    private static boolean hasPlatform() {
        return has(LAUNCHER + "core.LauncherFactory");
    }

    private static boolean runsJunit4Itself() {
        boolean vintage = hasPlatform() && has("org.junit.vintage.engine.VintageTestEngine");
        return has("org.junit.runner.JUnitCore") && !vintage;
    }

    private String find(UnaryOperator<String> escape) throws Exception {
        if (!hasPlatform() && !runsJunit4Itself()) {
            return "nojunit " + (has("org.junit.jupiter.api.Test") ? "jupiter" : "none");
        }
        List<Class<?>> classes = new ArrayList<>();
        for (String name : groups.get(0)) {
            try {
                classes.add(Class.forName(name.replace('/', '.'), false, loader));
            } catch (ClassNotFoundException | LinkageError unusable) {
                // A class whose own classes are missing has no tests that could be run.
            }
        }
        List<String> names = new ArrayList<>();
        if (hasPlatform()) {
            List<Object> selectors = new ArrayList<>();
            Method select = type("org.junit.platform.engine.discovery.DiscoverySelectors").getMethod("selectClass", Class.class);
            for (Class<?> each : classes) {
                selectors.add(select.invoke(null, each));
            }
            Object plan = method(launcher(), "discover", type(LAUNCHER + "LauncherDiscoveryRequest"))
                    .invoke(launcher(), request(selectors));
            for (Object root : (Collection<?>) method(plan, "getRoots").invoke(plan)) {
                for (Object unit : units(plan, root)) {
                    names.add(PLATFORM + uniqueId(unit));
                }
            }
        }
        if (runsJunit4Itself()) {
            for (Class<?> each : classes) {
                if (isJunit4(each)) {
                    for (Object leaf : leaves(description(each))) {
                        names.add(JUNIT4 + each.getName() + "|" + method(leaf, "getDisplayName").invoke(leaf));
                    }
                }
            }
        }
        StringBuilder line = new StringBuilder("tests");
        for (String name : names) {
            line.append(' ').append(escape.apply(name));
        }
        return line.toString();
    }

    /** The discovered tests below an identifier: those that nothing is discovered below of, but engines and classes. */
    private static List<Object> units(Object plan, Object from) throws Exception {
        List<Object> found = new ArrayList<>();
        Set<?> children = (Set<?>) method(plan, "getChildren", from.getClass()).invoke(plan, from);
        for (Object child : children) {
            found.addAll(units(plan, child));
        }
        String id = uniqueId(from);
        boolean isTest = (Boolean) method(from, "isTest").invoke(from);
        boolean isMethod = id.substring(id.lastIndexOf('[') + 1).matches("(method|test-template|test-factory|test)[:].*");
        if (children.isEmpty() && (isTest || isMethod)) {
            found.add(from);
        }
        return found;
    }

    private static String uniqueId(Object identifier) throws Exception {
        return (String) method(identifier, "getUniqueId").invoke(identifier);
    }

    /** A public method as a public type declares it: the object's own class may be none. */
    private static Method method(Object of, String name, Class<?>... parameters) throws NoSuchMethodException {
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            List<Class<?>> declaring = new ArrayList<>(List.of(type));
            declaring.addAll(List.of(type.getInterfaces()));
            for (Class<?> each : declaring) {
                try {
                    Method found = each.getMethod(name, parameters);
                    if (Modifier.isPublic(found.getDeclaringClass().getModifiers())) {
                        return found;
                    }
                } catch (NoSuchMethodException elsewhere) {
                    // A type further up has it.
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static Object launcher() throws Exception {
        if (launcher == null) {
            launcher = type(LAUNCHER + "core.LauncherFactory").getMethod("create").invoke(null);
        }
        return launcher;
    }

    private static Object request(List<Object> selectors) throws Exception {
        Class<?> type = type(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
        Object builder = type.getMethod("request").invoke(null);
        builder = type.getMethod("selectors", List.class).invoke(builder, selectors);
        builder = type.getMethod("configurationParameter", String.class, String.class)
                .invoke(builder, "junit.jupiter.execution.parallel.enabled", "false");
        return type.getMethod("build").invoke(builder);
    }

    /** Runs all tests; what each of them covers, and how it ended. */
    private String cover(UnaryOperator<String> escape) throws Exception {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        Probe.take();
        for (List<String> group : groups) {
            for (String name : group) {
                outcomes.put(name, new Outcome());
            }
            outcomes.putAll(execute(group));
        }
        Probe.outside().or(Probe.take());
        StringBuilder line = new StringBuilder("covered outside:").append(ranges(Probe.outside()));
        for (Map.Entry<String, Outcome> entry : outcomes.entrySet()) {
            Outcome outcome = entry.getValue();
            String result = outcome.failure != null
                    ? "failed=" + escape.apply(outcome.failure.toString())
                    : outcome.wasSkipped ? "skipped" : "passed";
            line.append(' ').append(escape.apply(entry.getKey())).append(':').append(result);
            line.append(':').append(outcome.nanoseconds / 1_000_000).append(':').append(outcome.rounds);
            line.append(':').append(ranges(outcome.parts));
        }
        return line.toString();
    }

    private static String ranges(BitSet set) {
        StringBuilder text = new StringBuilder();
        for (int from = set.nextSetBit(0); from >= 0; ) {
            int to = set.nextClearBit(from);
            text.append(text.length() == 0 ? "" : ",").append(from).append('-').append(to);
            from = set.nextSetBit(to);
        }
        return text.toString();
    }

    /** Runs groups of tests one after the other until one has a test that fails. */
    private String runUntilFailure(UnaryOperator<String> escape) throws Exception {
        for (List<String> group : groups) {
            Map<String, Outcome> outcomes = new HashMap<>();
            try {
                outcomes.putAll(execute(group));
            } catch (OutOfMemoryError full) {
                return "memory";
            }
            for (String name : group) {
                Outcome outcome = outcomes.get(name);
                if (Probe.isExhausted()) {
                    return "looped " + escape.apply(name);
                }
                if (outcome != null && outcome.failure != null) {
                    String kind = outcome.failure instanceof OutOfMemoryError ? "memory " : "failed ";
                    return kind + escape.apply(name) + " " + escape.apply(outcome.failure.getClass().getName());
                }
            }
        }
        return "passed";
    }

    /** Runs tests of a class; the outcome of each that was run. */
    private Map<String, Outcome> execute(List<String> names) throws Exception {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        List<String> ids = new ArrayList<>();
        for (String name : names) {
            if (name.startsWith(PLATFORM)) {
                ids.add(name.substring(PLATFORM.length()));
            } else {
                Outcome outcome = executeJunit4(name.substring(JUNIT4.length()));
                outcomes.put(name, outcome);
                if (outcome.failure != null && what.equals("run")) {
                    return outcomes;
                }
            }
        }
        if (!ids.isEmpty()) {
            Listener listener = new Listener(ids);
            List<Object> selectors = new ArrayList<>();
            Method select =
                    type("org.junit.platform.engine.discovery.DiscoverySelectors").getMethod("selectUniqueId", String.class);
            for (String id : ids) {
                selectors.add(select.invoke(null, id));
            }
            Class<?> type = type(LAUNCHER + "TestExecutionListener");
            Object listeners = Array.newInstance(type, 1);
            Object proxy = Proxy.newProxyInstance(SHARED, new Class<?>[] {type}, listener::invoke);
            Array.set(listeners, 0, proxy);
            method(launcher(), "execute", type(LAUNCHER + "LauncherDiscoveryRequest"), listeners.getClass())
                    .invoke(launcher(), request(selectors), listeners);
            listener.outcomes.forEach((id, outcome) -> outcomes.put(PLATFORM + id, outcome));
        }
        return outcomes;
    }

    /** Hears of the tests that the Platform runs. */
    private static final class Listener {
        final Map<String, Outcome> outcomes = new LinkedHashMap<>();
        private final Map<String, Long> started = new HashMap<>();
        private long roundsBefore;

        Listener(List<String> ids) {
            for (String id : ids) {
                outcomes.put(id, new Outcome());
            }
        }

        /** The tests that an identifier belongs to: the one, or all of a class or engine that failed itself. */
        private List<Outcome> of(String id) {
            for (String part = id; !part.isEmpty(); part = part.substring(0, Math.max(0, part.lastIndexOf("/[")))) {
                if (outcomes.containsKey(part)) {
                    return List.of(outcomes.get(part));
                }
            }
            List<Outcome> below = new ArrayList<>();
            outcomes.forEach((unit, outcome) -> {
                if (unit.startsWith(id)) {
                    below.add(outcome);
                }
            });
            return below;
        }

        Object invoke(Object proxy, Method called, Object[] values) throws Exception {
            switch (called.getName()) {
                case "hashCode":
                    return System.identityHashCode(proxy);
                case "equals":
                    return proxy == values[0];
                case "toString":
                    return "casewise";
                case "executionSkipped":
                    of(uniqueId(values[0])).forEach(outcome -> outcome.wasSkipped = true);
                    return null;
                case "executionStarted":
                    if (outcomes.containsKey(uniqueId(values[0]))) {
                        Probe.outside().or(Probe.take());
                        started.put(uniqueId(values[0]), System.nanoTime());
                        roundsBefore = Probe.left();
                    }
                    return null;
                case "executionFinished":
                    finished(uniqueId(values[0]), values[1]);
                    return null;
                default:
                    return null;
            }
        }

        private void finished(String id, Object result) throws Exception {
            Optional<?> thrown = (Optional<?>) method(result, "getThrowable").invoke(result);
            String status = method(result, "getStatus").invoke(result).toString();
            for (Outcome outcome : of(id)) {
                if (status.equals("FAILED") && outcome.failure == null) {
                    outcome.failure = thrown.isPresent() ? (Throwable) thrown.get() : new AssertionError("no reason");
                }
            }
            Outcome own = outcomes.get(id);
            if (own != null) {
                own.parts.or(Probe.take());
                own.nanoseconds = System.nanoTime() - started.getOrDefault(id, System.nanoTime());
                own.rounds = roundsBefore - Probe.left();
            }
        }
    }

    private static boolean isJunit4(Class<?> type) {
        try {
            if (Modifier.isAbstract(type.getModifiers()) || type.isAnonymousClass()) {
                return false;
            }
            if (type("junit.framework.TestCase").isAssignableFrom(type)) {
                return true;
            }
            Class<? extends Annotation> test = annotation("org.junit.Test");
            Class<? extends Annotation> runWith = annotation("org.junit.runner.RunWith");
            if (type.isAnnotationPresent(runWith)) {
                return true;
            }
            for (Method each : type.getMethods()) {
                if (each.isAnnotationPresent(test)) {
                    return true;
                }
            }
            return false;
        } catch (LinkageError unusable) {
            return false;
        }
    }

    private static Class<? extends Annotation> annotation(String name) {
        return type(name).asSubclass(Annotation.class);
    }

    private static Object junit4Request(Class<?> of) throws Exception {
        return type("org.junit.runner.Request").getMethod("aClass", Class.class).invoke(null, of);
    }

    private static Object description(Class<?> of) throws Exception {
        Object request = junit4Request(of);
        Object runner = method(request, "getRunner").invoke(request);
        return method(runner, "getDescription").invoke(runner);
    }

    private static List<Object> leaves(Object description) throws Exception {
        List<Object> found = new ArrayList<>();
        if ((Boolean) method(description, "isTest").invoke(description)) {
            found.add(description);
        } else {
            for (Object child : (List<?>) method(description, "getChildren").invoke(description)) {
                found.addAll(leaves(child));
            }
        }
        return found;
    }

    private Outcome executeJunit4(String name) throws Exception {
        Outcome outcome = new Outcome();
        int bar = name.indexOf('|');
        Class<?> owner = Class.forName(name.substring(0, bar), false, loader);
        long before = Probe.left();
        long start = System.nanoTime();
        Object wanted = null;
        for (Object leaf : leaves(description(owner))) {
            if (method(leaf, "getDisplayName").invoke(leaf).equals(name.substring(bar + 1))) {
                wanted = leaf;
            }
        }
        if (wanted == null) {
            outcome.failure = new AssertionError("the test is not there");
            return outcome;
        }
        Object whole = junit4Request(owner);
        Object request = method(whole, "filterWith", wanted.getClass()).invoke(whole, wanted);
        Class<?> coreType = type("org.junit.runner.JUnitCore");
        Object core = coreType.getConstructor().newInstance();
        Object result = coreType.getMethod("run", type("org.junit.runner.Request")).invoke(core, request);
        List<?> failures = (List<?>) method(result, "getFailures").invoke(result);
        if (!failures.isEmpty()) {
            outcome.failure = (Throwable) method(failures.get(0), "getException").invoke(failures.get(0));
        }
        outcome.wasSkipped = (Integer) method(result, "getIgnoreCount").invoke(result) > 0;
        outcome.parts.or(Probe.take());
        outcome.nanoseconds = System.nanoTime() - start;
        outcome.rounds = before - Probe.left();
        return outcome;
    }
}
