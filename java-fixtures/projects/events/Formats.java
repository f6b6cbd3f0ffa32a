package events;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** How events are written, by name. */
public final class Formats {
    private static final Map<String, Function<Event, String>> FORMATS = new HashMap<>();

    static {
        FORMATS.put("user", Event::user);
        FORMATS.put("short", event -> "" + Event.weight(event));
    }

    private Formats() {
    }

    public static void register(String name, Function<Event, String> format) {
        if (name == null || format == null) {
            throw new IllegalArgumentException("a format has a name");
        }
        FORMATS.put(name, format);
    }

    public static int count() {
        return FORMATS.size();
    }

    public static String write(String name, Event event) {
        return FORMATS.get(name).apply(event);
    }

    public static int width(Event event, Function<Event, String> format) {
        if (event == null || format == null) {
            return 0;
        }
        return format.apply(event).length();
    }
}
