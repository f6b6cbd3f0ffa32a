package events;

/** What happened. */
public sealed interface Event permits Login, Transfer, Alarm {
    String user();

    /** How important it is, from 1 to 3. */
    static int weight(Event event) {
        if (event == null) {
            return 1;
        }
        if (event instanceof Login login) {
            return login.attempts() > 1 ? 2 : 1;
        } else if (event instanceof Transfer) {
            return 2;
        } else if (event instanceof Alarm) {
            return 3;
        }
        throw new AssertionError(event);
    }
}
