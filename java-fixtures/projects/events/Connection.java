package events;

/** A connection to the server that collects events. */
public class Connection {
    private enum State { NEW, OPEN, CLOSED }

    private State state = State.NEW;
    private StringBuilder buffer;
    private int[] counts;

    public void open() {
        if (state == State.NEW) {
            buffer = new StringBuilder();
            counts = new int[4];
            state = State.OPEN;
        }
    }

    public void close() {
        if (state == State.OPEN) {
            buffer = null;
        }
        state = State.CLOSED;
    }

    public int send(Event event) {
        if (state == State.NEW) {
            return 0;
        }
        int weight = Event.weight(event);
        buffer.append(weight);
        counts[weight]++;
        return weight;
    }

    public int buffered() {
        if (state != State.OPEN) {
            return 0;
        }
        return buffer.length() + counts.length;
    }

    public String status() {
        switch (state) {
            case NEW:
                return "new";
            case OPEN:
                return "open";
            case CLOSED:
                return "closed";
            default:
                throw new AssertionError(state);
        }
    }
}
