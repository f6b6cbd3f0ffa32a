package hostile;

import static hostile.Outside.attempt;

import java.io.FileDescriptor;
import java.io.FileInputStream;

/** Takes the standard input. */
public final class ReadsInput {
    static {
        attempt(() -> new FileInputStream(FileDescriptor.in).readAllBytes());
        attempt(() -> System.in.readAllBytes());
    }

    private ReadsInput() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
