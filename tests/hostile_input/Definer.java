import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says of each class file below a folder, by its path there, whether this JVM defines its class: `defined`, or the error. */
public final class Definer extends URLClassLoader {
    private Definer(URL root) {
        super(new URL[] {root});
    }

    private String tried(byte[] bytes) {
        try {
            defineClass(null, bytes, 0, bytes.length);
            return "defined";
        } catch (LinkageError | SecurityException error) {
            return error.getClass().getSimpleName();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path root = new File(arguments[0]).toPath();
        try (var paths = Files.walk(root)) {
            for (Path file : (Iterable<Path>) paths.filter(Files::isRegularFile).sorted()::iterator) {
                // A loader for each: a JVM remembers what it has refused.
                Definer definer = new Definer(root.toUri().toURL());
                System.out.println(root.relativize(file) + " " + definer.tried(Files.readAllBytes(file)));
            }
        }
    }
}
