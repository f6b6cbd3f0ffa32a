package hostile;

import static hostile.Outside.attempt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Makes folders that nobody may list, and folders in folders that no path can name, and ends the JVM. */
public final class HidesFolders {
    static {
        Path own = Path.of(System.getProperty("java.io.tmpdir"));
        attempt(() -> {
            Path hidden = own.resolve("hidden");
            Files.createDirectory(hidden, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("-wx------")));
            Files.createFile(hidden.resolve("inside"));
        });
        Path deep = own.resolve("deep");
        attempt(() -> Files.createDirectory(deep));
        for (int times = 0; times < 30; times++) {
            Path inner = own.resolve("inner");
            Path end = inner;
            for (int level = 0; level < 100; level++) {
                end = end.resolve("in-a-folder");
            }
            Path down = end.resolve("deep");
            Path last = end;
            attempt(() -> {
                Files.createDirectories(last);
                Files.move(deep, down);
                Files.move(inner, deep);
            });
        }
        attempt(() -> Runtime.getRuntime().halt(0));
    }

    private HidesFolders() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
