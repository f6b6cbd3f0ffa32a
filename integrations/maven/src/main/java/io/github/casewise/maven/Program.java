// Finding the casewise program, and running it.
package io.github.casewise.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The program as a file that can be executed. */
final class Program {
    /** The program's name, as it is looked for on the PATH. */
    private static final String NAME = "casewise";

    /** How a run ended. */
    static final class Ending {
        /** The exit code; casewise's documentation has a table of them. */
        final int code;
        /** What was said beside the report: a line for each bad input, or why nothing could be done. */
        final List<String> messages;

        Ending(int code, List<String> messages) {
            this.code = code;
            this.messages = List.copyOf(messages);
        }
    }

    private final Path file;

    Program(Path file) {
        this.file = file;
    }

    /** The program that is named, else that of the environment variable CASEWISE, else the one on the PATH, else none.
     *
     * @throws IOException where a program is named that is not there
     */
    static Optional<Program> installed(String named, Map<String, String> environment) throws IOException {
        if (isGiven(named)) {
            return Optional.of(new Program(existing(named, "casewise.executable")));
        }
        if (isGiven(environment.get("CASEWISE"))) {
            return Optional.of(new Program(existing(environment.get("CASEWISE"), "the environment variable CASEWISE")));
        }
        String folders = environment.getOrDefault("PATH", "");
        return Arrays.stream(folders.split(File.pathSeparator))
            .filter(Predicate.not(String::isEmpty))
            .map(folder -> Path.of(folder, NAME))
            .filter(Program::isProgram)
            .map(Program::new)
            .findFirst();
    }

    /** Runs the program in a folder, writes its output to a file, and waits for its end.
     *
     * @throws IOException where it cannot be started
     * @throws InterruptedException where the build was stopped; the program is stopped too
     */
    Ending run(List<String> arguments, Path folder, Path output) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(file.toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectOutput(output.toFile());
        Running running = new Running();
        // Where the build is told to end, the program is too. Known before the program is started: a build may end while it starts.
        Thread atEnd = new Thread(running::end);
        try {
            Runtime.getRuntime().addShutdownHook(atEnd);
        } catch (IllegalStateException ending) {
            throw ended();
        }
        try {
            Process process = running.start(builder);
            process.getOutputStream().close();
            List<String> messages = new ArrayList<>();
            try (BufferedReader errors = new BufferedReader(
                new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
                for (String line = errors.readLine(); line != null; line = errors.readLine()) {
                    messages.add(line);
                }
            }
            return new Ending(process.waitFor(), messages);
        } finally {
            running.end();
            forget(atEnd);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private static InterruptedException ended() {
        return new InterruptedException("the build was told to end");
    }

    /** The process of a run. It is started and ended by different threads; what has been ended is never started. */
    private static final class Running {
        private Process process;
        private boolean isEnded;

        synchronized Process start(ProcessBuilder builder) throws IOException, InterruptedException {
            if (isEnded) {
                throw ended();
            }
            process = builder.start();
            return process;
        }

        synchronized void end() {
            isEnded = true;
            if (process != null) {
                process.destroy();
            }
        }
    }

    private static void forget(Thread atEnd) {
        try {
            Runtime.getRuntime().removeShutdownHook(atEnd);
        } catch (IllegalStateException ending) {
            // It runs already.
        }
    }

    private static Path existing(String named, String where) throws IOException {
        Path path = Path.of(named).toAbsolutePath();
        if (!isProgram(path)) {
            throw new IOException(where + " names " + named + ", which is no file that can be executed");
        }
        return path;
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }

    private static boolean isGiven(String text) {
        return text != null && !text.isBlank();
    }
}
