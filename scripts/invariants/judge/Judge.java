package judge;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Runs drawn sequences of calls of a library, and says which of the invariants that are said to hold are violated. */
public final class Judge {
    private static final int LIVES_OF_A_LIBRARY = 25;
    private static final long MOST_MILLISECONDS = 4000;

    private static final Map<String, long[]> judged = new TreeMap<>();
    private static final Map<String, List<String>> violated = new TreeMap<>();

    private Judge() { }

    /** Arguments: the library and what it needs, separated as in a class path; the invariants; the seed, lives and steps. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(PrintStream.nullOutputStream()));
        System.setErr(new PrintStream(PrintStream.nullOutputStream()));
        List<Path> paths = new ArrayList<>();
        for (String part : arguments[0].split(java.io.File.pathSeparator)) {
            paths.add(Path.of(part));
        }
        List<String> conditions = Files.readAllLines(Path.of(arguments[1]));
        long seed = Long.parseLong(arguments[2]);
        int lives = Integer.parseInt(arguments[3]);
        int steps = Integer.parseInt(arguments[4]);
        Library library = null;
        Watch watch = null;
        long calls = 0;
        long over = 0;
        for (int number = 0; number < lives; number++) {
            if (library == null || number % LIVES_OF_A_LIBRARY == 0) {
                note(library);
                library = new Library(paths, conditions);
                watch = new Watch(library);
            }
            Life life = new Life(library, watch, new Random(seed * 1_000_003L + number), steps / 2 + number % steps,
                (condition, log) -> violated.computeIfAbsent(condition.name, any -> new ArrayList<>(log)));
            if (!live(life)) {
                // What an exhausted machine leaves is not judged.
                over++;
                note(library);
                library = null;
            }
            calls += life.calls;
        }
        note(library);
        judged.forEach((name, counts) -> out.println("JUDGED\t" + name + "\t" + counts[0] + "\t" + counts[1]));
        violated.forEach((name, log) -> out.println("VIOLATED\t" + name + "\t"
            + Base64.getEncoder().encodeToString(String.join("\n", log).getBytes(StandardCharsets.UTF_8))));
        out.println("CALLS\t" + calls + "\t" + lives + "\t" + over);
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Whether a life came to its end by itself. */
    @SuppressWarnings({"deprecation", "removal"})
    private static boolean live(Life life) throws InterruptedException {
        Thread thread = new Thread(null, life, "life", 8 << 20);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((ended, thrown) -> life.isOver = true);
        thread.start();
        thread.join(MOST_MILLISECONDS);
        if (thread.isAlive()) {
            life.isOver = true;
            thread.stop();
            thread.join(MOST_MILLISECONDS);
        }
        return !life.isOver;
    }

    private static void note(Library library) {
        if (library != null) {
            for (Map<Class<?>, List<Condition>> all : List.of(library.ofObjects, library.ofStatics)) {
                all.values().forEach(conditions -> conditions.forEach(condition -> {
                    long[] counts = judged.computeIfAbsent(condition.name, any -> new long[2]);
                    counts[0] += condition.objects;
                    counts[1] += condition.evaluations;
                }));
            }
        }
    }
}
