// Compiles test classes in memory and runs each of their tests twice, in shuffled orders. See ../PROTOCOL.md.
package casewise.replay;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** One run: a folder with an index and sources, and the class path of what they test. */
public final class TestRun {
    private static final int LONGEST_REASON = 300;
    private static final int MOST_COMPILATIONS = 100;
    private static final int MOST_HANGING = 4;

    /** Where lines go, each behind this tag. */
    private static final class Out {
        private static OutputStream channel;
        private static String tag;

        static synchronized void line(String line) {
            try {
                channel.write((tag + " " + line + "\n").getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                // Nobody reads any more.
            }
        }
    }

    private TestRun() {}

    /** A test method, and the lines of its text. */
    private static final class Test {
        final String name;
        final int first;
        final int last;
        final String holder;
        final String expected;
        boolean isSkipped;
        boolean isRefused;
        /** What it has observed, the same each time; none before it ran. */
        Map<Integer, String> observed;

        Test(String[] words) {
            name = words[1];
            first = Integer.parseInt(words[2]);
            last = Integer.parseInt(words[3]);
            holder = words[4].equals("-") ? null : words[4];
            expected = words[5].equals("-") ? null : words[5];
            isSkipped = words[6].equals("skip");
        }

        boolean runs() {
            return !isSkipped && !isRefused;
        }
    }

    /** A test class: its name, its lines, its tests. */
    private static final class Suite extends SimpleJavaFileObject {
        final int number;
        final String name;
        final List<String> lines;
        final List<Test> tests = new ArrayList<>();
        boolean isRefused;

        Suite(int number, String name, Path source) throws IOException {
            super(URI.create("memory:///" + number + "/" + name.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.number = number;
            this.name = name;
            this.lines = new ArrayList<>(Arrays.asList(Files.readString(source).split("\n", -1)));
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return String.join("\n", lines);
        }

        /** Takes the test at a line out; the lines after it keep their numbers. */
        boolean refuse(long line, String reason) {
            for (int i = 0; i < tests.size(); i++) {
                Test test = tests.get(i);
                if (line < test.first || line > test.last) {
                    continue;
                }
                if (test.isRefused) {
                    return true;
                }
                test.isRefused = true;
                for (int at = test.first; at <= test.last; at++) {
                    lines.set(at - 1, "");
                }
                say("refused", number, i, reason);
                return true;
            }
            return false;
        }

        void refuseAll(String reason) {
            isRefused = true;
            for (int i = 0; i < tests.size(); i++) {
                if (!tests.get(i).isRefused) {
                    tests.get(i).isRefused = true;
                    say("refused", number, i, reason);
                }
            }
        }
    }

    /** What javac writes stays in memory. */
    private static final class Classes extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, ByteArrayOutputStream> found = new HashMap<>();

        Classes(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            found.put(name, bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/')), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }

    /** Test classes beside the classes that they test: one loader, so that they share packages. */
    private static final class Loader extends URLClassLoader {
        private final Map<String, ByteArrayOutputStream> classes;

        Loader(URL[] path, Map<String, ByteArrayOutputStream> classes) {
            super(path, TestRun.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ByteArrayOutputStream bytes = classes.get(name);
            if (bytes == null) {
                return super.findClass(name);
            }
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        }
    }

    /** Arguments: the folder, the class path, how long a test may run in milliseconds. The first line of the jobs is a tag. */
    public static void main(String[] arguments) throws Exception {
        Out.channel = Channels.results();
        Out.tag = new BufferedReader(new InputStreamReader(Channels.jobs(), StandardCharsets.US_ASCII)).readLine();
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setIn(InputStream.nullInputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        List<Suite> suites = suites(Path.of(arguments[0]));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            Out.line("nocompiler");
        } else {
            Map<String, ByteArrayOutputStream> classes = compile(compiler, suites, arguments[1]);
            run(suites, classes, path(arguments[1]), Long.parseLong(arguments[2]));
            Out.line("done");
        }
        // Threads that a test left behind must not keep the process.
        Runtime.getRuntime().halt(0);
    }

    private static List<Suite> suites(Path folder) throws IOException {
        List<Suite> suites = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("index"), StandardCharsets.UTF_8)) {
            String[] words = line.split(" ");
            if (words[0].equals("class")) {
                suites.add(new Suite(suites.size(), words[1], folder.resolve(words[2])));
            } else {
                suites.get(suites.size() - 1).tests.add(new Test(words));
            }
        }
        return suites;
    }

    private static URL[] path(String path) {
        List<URL> entries = new ArrayList<>();
        for (String entry : path.split(java.io.File.pathSeparator)) {
            try {
                entries.add(Path.of(entry).toUri().toURL());
            } catch (MalformedURLException | RuntimeException notAPath) {
                // Classes of that entry will not be found, which the tests that need them say.
            }
        }
        return entries.toArray(new URL[0]);
    }

    /** Compiles until no test that is left is refused. */
    private static Map<String, ByteArrayOutputStream> compile(
            JavaCompiler compiler, List<Suite> suites, String classPath) {
        String path = classPath + java.io.File.pathSeparator + System.getProperty("java.class.path");
        List<String> options = List.of(
                "-classpath", path, "-proc:none", "-nowarn", "-g", "-Xmaxerrs", "100000", "-implicit:none",
                "-XDshould-stop.ifError=FLOW");
        for (int round = 0; round < MOST_COMPILATIONS; round++) {
            List<Suite> left = new ArrayList<>(suites);
            left.removeIf(suite -> suite.isRefused);
            DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
            Classes classes = new Classes(compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8));
            if (left.isEmpty() || compiler.getTask(null, classes, problems, options, null, left).call()) {
                return classes.found;
            }
            for (Diagnostic<? extends JavaFileObject> problem : problems.getDiagnostics()) {
                if (problem.getKind() == Diagnostic.Kind.ERROR) {
                    blame(suites, problem);
                }
            }
        }
        suites.forEach(suite -> suite.refuseAll("javac refuses too much"));
        return Map.of();
    }

    private static void blame(List<Suite> suites, Diagnostic<? extends JavaFileObject> problem) {
        String reason = problem.getMessage(java.util.Locale.ROOT);
        if (problem.getSource() instanceof Suite suite) {
            if (!suite.refuse(problem.getLineNumber(), reason)) {
                suite.refuseAll("line " + problem.getLineNumber() + ": " + reason);
            }
        } else {
            suites.forEach(suite -> suite.refuseAll(reason));
        }
    }

    /**
     * Each test once among its own class alone, and once among all classes: neither order nor neighbours may matter. What the first
     * run tells of a class does not depend on which others there are.
     */
    private static void run(
            List<Suite> suites, Map<String, ByteArrayOutputStream> classes, URL[] path, long timeout) {
        Map<Test, String> failed = new HashMap<>();
        for (Suite suite : suites) {
            new Runner(timeout).runAll(suite, new Loader(path, classes), new Random(1), failed, Set.of());
        }
        Map<Test, String> clashed = new HashMap<>();
        List<Suite> order = new ArrayList<>(suites);
        Random random = new Random(2);
        Collections.shuffle(order, random);
        Loader shared = new Loader(path, classes);
        Runner runner = new Runner(timeout);
        for (Suite suite : order) {
            runner.runAll(suite, shared, random, suites.size() > 1 ? clashed : failed, failed.keySet());
        }
        for (Suite suite : suites) {
            for (int i = 0; i < suite.tests.size(); i++) {
                Test test = suite.tests.get(i);
                if (!test.runs()) {
                    continue;
                }
                int place = i;
                if (test.observed != null) {
                    test.observed.forEach((number, told) -> say("observed", suite.number, place, number + " " + told));
                }
                if (failed.containsKey(test)) {
                    say("failed", suite.number, i, failed.get(test));
                } else if (clashed.containsKey(test)) {
                    say("clashed", suite.number, i, clashed.get(test));
                } else {
                    say("passed", suite.number, i, "");
                }
            }
        }
    }

    private static final class Runner {
        private final long timeout;
        private int hanging;

        Runner(long timeout) {
            this.timeout = timeout;
        }

        /** Runs the tests of a class but for some, and notes those that fail. */
        void runAll(Suite suite, Loader loader, Random random, Map<Test, String> failed, Set<Test> but) {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < suite.tests.size(); i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
            for (int i : order) {
                Test test = suite.tests.get(i);
                if (!test.runs() || but.contains(test)) {
                    continue;
                }
                say("begin", suite.number, i, "");
                String reason = hanging < MOST_HANGING ? inTime(suite, test, loader) : "not run: too many tests hang";
                if (reason != null) {
                    failed.put(test, reason);
                }
            }
        }

        private String inTime(Suite suite, Test test, Loader loader) {
            String[] reason = {"ran longer than " + timeout + " ms"};
            Thread thread = new Thread(() -> {
                Observations.begin();
                String told = runOne(suite, test, loader);
                Map<Integer, String> observed = Observations.end();
                synchronized (reason) {
                    reason[0] = told;
                    if (test.observed == null) {
                        test.observed = observed;
                    } else {
                        test.observed.entrySet().retainAll(observed.entrySet());
                    }
                }
            });
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            thread.start();
            try {
                thread.join(timeout);
            } catch (InterruptedException stopped) {
                return "interrupted";
            }
            hanging += thread.isAlive() ? 1 : 0;
            synchronized (reason) {
                return reason[0];
            }
        }

        /** Why a test does not do what its text says; null when it does. */
        private static String runOne(Suite suite, Test test, Loader loader) {
            Throwable thrown = null;
            try {
                Class<?> outer = Class.forName(suite.name, true, loader);
                Class<?> holder =
                        test.holder == null ? outer : Class.forName(suite.name + "$" + test.holder, true, loader);
                Method method = Rows.test(holder, test.name);
                for (Object[] row : Rows.of(method)) {
                    Object instance = make(outer, null);
                    try {
                        call(method, test.holder == null ? instance : make(holder, instance), row);
                    } finally {
                        callAfterwards(outer, instance);
                    }
                }
            } catch (Throwable any) {
                thrown = any;
            }
            if (test.expected != null) {
                return thrown == null
                        ? "does not fail"
                        : thrown.getClass().getName().equals(test.expected) ? null : "fails otherwise: " + text(suite, thrown);
            }
            return thrown == null ? null : text(suite, thrown);
        }

        private static Object make(Class<?> type, Object outer) throws Throwable {
            try {
                Constructor<?> made = outer == null
                        ? type.getDeclaredConstructor()
                        : type.getDeclaredConstructor(outer.getClass());
                made.setAccessible(true);
                return outer == null ? made.newInstance() : made.newInstance(outer);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }

        /** What puts back what the test changed. */
        private static void callAfterwards(Class<?> type, Object instance) throws Throwable {
            for (Method method : type.getDeclaredMethods()) {
                for (java.lang.annotation.Annotation annotation : method.getAnnotations()) {
                    if (Set.of("AfterEach", "After").contains(annotation.annotationType().getSimpleName())) {
                        call(method, instance);
                    }
                }
            }
        }

        private static void call(Method method, Object instance, Object... arguments) throws Throwable {
            method.setAccessible(true);
            try {
                method.invoke(instance, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }

        private static String text(Suite suite, Throwable thrown) {
            StringBuilder text = new StringBuilder(thrown.getClass().getName());
            try {
                String message = thrown.getMessage();
                if (message != null) {
                    text.append(": ").append(message);
                }
            } catch (Throwable unspeakable) {
                text.append(" without a message");
            }
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (frame.getClassName().startsWith(suite.name)) {
                    return text.append(" at line ").append(frame.getLineNumber()).toString();
                }
            }
            return text.toString();
        }
    }

    private static synchronized void say(String what, int suite, int test, String text) {
        StringBuilder line = new StringBuilder(what).append(' ').append(suite).append(' ').append(test).append(' ');
        int length = Math.min(text.length(), LONGEST_REASON);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            line.append(c < ' ' || c > 0x7e ? ' ' : c);
        }
        Out.line(line.toString());
    }
}
