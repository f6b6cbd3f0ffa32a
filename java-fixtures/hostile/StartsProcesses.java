package hostile;

import static hostile.Outside.attempt;

/** Starts processes that outlive it. */
public final class StartsProcesses {
    static {
        attempt(() -> Runtime.getRuntime().exec(new String[] {"sleep", Outside.mark()}));
        attempt(() -> new ProcessBuilder("setsid", "nohup", "sleep", Outside.mark()).start());
        attempt(() -> new ProcessBuilder("sh", "-c", "sleep " + Outside.mark() + " & touch " + Outside.path("made")).start());
    }

    private StartsProcesses() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
