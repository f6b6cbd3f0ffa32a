package monitors;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        fails("Monitors.notifyBad", () -> Monitors.notifyBad(new Object()));
        fails("Monitors.waitBad", () -> Monitors.waitBad(new Object()));
        fails("Monitors.negativeBad", () -> Monitors.negativeBad(new Object()));
        fails("Monitors.nanosBad", () -> Monitors.nanosBad(new Object()));
        fails("Monitors.otherBad", () -> Monitors.otherBad(new Object(), new Object()));
        fails("Monitors.releasedBad", () -> Monitors.releasedBad(new Object()));
        fails("Monitors.nullBad", () -> Monitors.nullBad(null));
        fails("Monitors.ownBad", () -> new Monitors().ownBad());
        fails("Monitors.classBad", () -> Monitors.classBad(new Object()));
        fails("Monitors.thrownBad", () -> Monitors.thrownBad(new Object(), 5));
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (Throwable failure) {
            return;
        }
        System.out.println(name + " does not fail");
    }
}
