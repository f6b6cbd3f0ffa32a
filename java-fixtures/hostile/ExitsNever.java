package hostile;

import static hostile.Outside.attempt;

import java.nio.file.Files;

/** Ends the JVM with a hook that never ends. */
public final class ExitsNever {
    static {
        attempt(() -> Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            attempt(() -> Files.writeString(Outside.path("made"), "made"));
            while (true) {
                Thread.onSpinWait();
            }
        })));
        attempt(() -> System.exit(0));
    }

    private ExitsNever() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
