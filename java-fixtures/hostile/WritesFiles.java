package hostile;

import static hostile.Outside.attempt;

import java.io.RandomAccessFile;
import java.nio.file.Files;

/** Writes over a file, makes one and a folder, and links to one. */
public final class WritesFiles {
    static {
        attempt(() -> Files.writeString(Outside.path("kept"), "changed"));
        attempt(() -> Files.writeString(Outside.path("made"), "made"));
        attempt(() -> Files.createDirectory(Outside.path("made-folder")));
        attempt(() -> Files.createLink(Outside.path("linked"), Outside.path("kept")));
        attempt(() -> Files.createSymbolicLink(Outside.path("pointing"), Outside.path("kept")));
        attempt(() -> new RandomAccessFile(Outside.path("kept").toFile(), "rw").setLength(0));
    }

    private WritesFiles() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
