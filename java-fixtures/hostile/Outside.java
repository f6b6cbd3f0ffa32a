package hostile;

import java.nio.file.Path;

/** What hostile programs reach for: a folder, a port, and a mark of their processes, all named by the environment. */
final class Outside {
    /** Something that may fail. */
    interface Attempt {
        void run() throws Throwable;
    }

    private Outside() {}

    static Path path(String name) {
        return Path.of(System.getenv("HOSTILE_FOLDER"), name);
    }

    static int port() {
        return Integer.parseInt(System.getenv("HOSTILE_PORT"));
    }

    static String mark() {
        return System.getenv("HOSTILE_MARK");
    }

    /** Always true, which no compiler knows. */
    static boolean goesOn() {
        return System.getenv("HOSTILE_END") == null;
    }

    static void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (Throwable refused) {
            // The next one may succeed.
        }
    }
}
