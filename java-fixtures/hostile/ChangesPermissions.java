package hostile;

import static hostile.Outside.attempt;

import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;

/** Changes who may do what with a file, and its times. */
public final class ChangesPermissions {
    static {
        attempt(() -> Files.setPosixFilePermissions(Outside.path("kept"), PosixFilePermissions.fromString("rwxrwxrwx")));
        attempt(() -> Outside.path("kept").toFile().setWritable(false));
        attempt(() -> Files.setLastModifiedTime(Outside.path("kept"), FileTime.fromMillis(0)));
    }

    private ChangesPermissions() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
