package events;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Hands events to those who asked for them. */
public class EventBus {
    private final Map<String, List<Consumer<Event>>> listeners = new HashMap<>();
    private int subscriptions;

    public void subscribe(String user, Consumer<Event> listener) {
        if (listener == null) {
            throw new IllegalArgumentException("no listener");
        }
        listeners.computeIfAbsent(user, name -> new ArrayList<>()).add(listener);
        subscriptions++;
    }

    public void unsubscribe(String user) {
        List<Consumer<Event>> gone = listeners.get(user);
        if (gone != null) {
            gone.clear();
        }
    }

    public Consumer<Event> primary(String user) {
        if (!listeners.containsKey(user)) {
            return null;
        }
        return listeners.get(user).get(0);
    }

    public int subscriptions() {
        return subscriptions;
    }

    public int users() {
        return listeners.size();
    }

    public String firstUser(Event[] events, Predicate<Event> wanted) {
        if (events == null || wanted == null) {
            return "";
        }
        int position = 0;
        while (position < events.length && !wanted.test(events[position])) {
            position++;
        }
        return events[position] == null ? "" : events[position].user();
    }
}
