package judge;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Runs drawn sequences of calls of classes, and says which methods let something escape. */
public final class Judge {
    private static final int MOST_SHOWN = 8;

    private Judge() { }

    /** Arguments: the folder of the classes, that of callers' classes, units, what is said to hold, the seed, lives, steps,
     * and `closed` where callers write no classes that extend or implement these. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(PrintStream.nullOutputStream()));
        Path classes = Path.of(arguments[0]);
        Path outside = Path.of(arguments[1]);
        Set<String> held = new HashSet<>(Files.readAllLines(Path.of(arguments[3])));
        long seed = Long.parseLong(arguments[4]);
        int lives = Integer.parseInt(arguments[5]);
        int steps = Integer.parseInt(arguments[6]);
        Map<String, Map<String, byte[]>> inside = read(classes);
        if (!arguments[7].equals("closed")) {
            writeOutside(classes, outside, inside);
        }
        Map<String, Map<String, byte[]>> beside = read(outside);
        for (String line : Files.readAllLines(Path.of(arguments[2]))) {
            String[] parts = line.split("\t", -1);
            Map<String, byte[]> all = new TreeMap<>(inside.get(parts[0]));
            all.putAll(beside.getOrDefault("outside." + parts[0], Map.of()));
            int[] numbers = Stream.of(parts[1].split(",")).filter(text -> !text.isEmpty()).mapToInt(Integer::parseInt).toArray();
            List<String> texts = Stream.of(parts[2].split(",")).filter(text -> !text.isEmpty()).toList();
            judge(new Unit(parts[0], all, held, numbers, texts), seed, lives, steps, out);
            out.flush();
        }
    }

    private static void judge(Unit unit, long seed, int lives, int steps, PrintStream out) {
        Map<String, Integer> called = new TreeMap<>();
        Map<String, String> failed = new HashMap<>();
        int shown = 0;
        for (int life = 0; life < lives; life++) {
            World world = new World(unit, new Random(seed * 1_000_003L + unit.name().hashCode() * 31L + life));
            world.draw.life(steps / 2 + life % steps);
            world.called.forEach((key, count) -> called.merge(key, count, Integer::sum));
            for (Map.Entry<String, Throwable> entry : new TreeMap<>(world.failed).entrySet()) {
                String key = entry.getKey();
                boolean isNew = failed.putIfAbsent(key, entry.getValue().toString()) == null;
                if (isNew && unit.held().contains(key) && shown++ < MOST_SHOWN) {
                    contradiction(unit, key, world.steps, out);
                }
            }
        }
        called.forEach((key, count) -> out.println("METHOD\t" + key + "\t" + count + "\t" + clean(failed.get(key))));
        failed.forEach((key, text) -> {
            if (!called.containsKey(key)) {
                out.println("METHOD\t" + key + "\t1\t" + clean(text));
            }
        });
    }

    private static String clean(String text) {
        return text == null ? "" : text.replaceAll("\\s+", " ");
    }

    private static void contradiction(Unit unit, String key, List<Op> steps, PrintStream out) {
        List<Op> small = new Shrink(unit, key).shrink(steps);
        World world = new World(unit, null);
        world.repeat(small);
        Throwable thrown = world.failed.get(key);
        String code;
        if (thrown == null) {
            code = "// It fails in the whole sequence, and not when that is repeated.\n";
        } else {
            code = new Print(unit).demo(small, thrown);
        }
        Stream<String> outside = Shrink.extendedOutside(unit, small).stream().map(types -> String.join(",", types));
        out.println("CONTRADICTION\t" + key + "\t" + unit.name() + "\t" + outside.collect(Collectors.joining(";")) + "\t" + clean(String.valueOf(thrown))
            + "\t" + Base64.getEncoder().encodeToString(code.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    private static Map<String, Map<String, byte[]>> read(Path folder) throws IOException {
        Map<String, Map<String, byte[]>> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(path -> path.toString().endsWith(".class")).sorted()::iterator) {
                String name = folder.relativize(file).toString().replace('/', '.').replaceAll("\\.class$", "");
                found.computeIfAbsent(name.substring(0, name.lastIndexOf('.')), any -> new TreeMap<>()).put(name, Files.readAllBytes(file));
            }
        }
        return found;
    }

    private static void writeOutside(Path classes, Path into, Map<String, Map<String, byte[]>> inside) throws Exception {
        List<String> sources = new ArrayList<>();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            for (Map.Entry<String, Map<String, byte[]>> unit : inside.entrySet()) {
                int number = 0;
                for (String name : unit.getValue().keySet()) {
                    String own = "Outside" + number;
                    String text = Outside.of(loader.loadClass(name), "outside." + unit.getKey(), own);
                    if (text != null) {
                        number++;
                        Path file = into.resolve("outside/" + unit.getKey() + "/" + own + ".java");
                        Files.createDirectories(file.getParent());
                        Files.writeString(file, text);
                        sources.add(file.toString());
                    }
                }
            }
        }
        if (!sources.isEmpty()) {
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            List<String> command = new ArrayList<>(List.of("-nowarn", "-proc:none", "-g:none", "-d", into.toString(), "-cp",
                classes + ":" + System.getProperty("java.class.path")));
            command.addAll(sources);
            if (compiler.run(null, OutputStreams.NONE, System.err, command.toArray(String[]::new)) != 0) {
                throw new IllegalStateException("javac refuses a caller's class");
            }
        }
    }

    private static final class OutputStreams {
        static final java.io.OutputStream NONE = java.io.OutputStream.nullOutputStream();
    }
}
