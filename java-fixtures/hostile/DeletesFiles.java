package hostile;

import static hostile.Outside.attempt;

import java.nio.file.Files;

/** Removes and moves files. */
public final class DeletesFiles {
    static {
        attempt(() -> Files.delete(Outside.path("kept")));
        attempt(() -> Files.move(Outside.path("kept"), Outside.path("moved")));
        attempt(() -> Outside.path("folder").toFile().delete());
    }

    private DeletesFiles() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
