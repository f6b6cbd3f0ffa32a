package events;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The events in their order. */
public class EventLog implements Iterable<Event> {
    private final List<Event> events = new ArrayList<>();

    public void add(Event event) {
        if (event != null) {
            events.add(event);
        }
    }

    public void clear() {
        events.clear();
    }

    public long lastTransferred() {
        if (events.isEmpty()) {
            return 0;
        }
        return ((Transfer) events.get(events.size() - 1)).bytes();
    }

    public int totalWeight() {
        int total = 0;
        for (Event event : events) {
            total += Event.weight(event);
        }
        return total;
    }

    @Override
    public Iterator<Event> iterator() {
        return new Cursor(events);
    }

    /** Goes through the events as they were. */
    private static final class Cursor implements Iterator<Event> {
        private final Event[] events;
        private int next;

        Cursor(List<Event> events) {
            this.events = events.toArray(new Event[0]);
        }

        @Override
        public boolean hasNext() {
            return next < events.length;
        }

        @Override
        public Event next() {
            if (next == events.length) {
                throw new NoSuchElementException();
            }
            return events[next++];
        }
    }
}
