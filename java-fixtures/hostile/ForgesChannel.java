package hostile;

import static hostile.Outside.attempt;

import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a result could be to all files that it has open. */
public final class ForgesChannel {
    static {
        for (int number = 0; number < 256; number++) {
            String name = "/proc/self/fd/" + number;
            attempt(() -> {
                if (Files.readSymbolicLink(Path.of(name)).toString().startsWith("pipe:")) {
                    new FileOutputStream(name).write("\nreturn i:1\ntimeout\n".getBytes());
                }
            });
        }
    }

    private ForgesChannel() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
