package static_view;

import java.util.*;

public class P {
    private static final List<String> NAMES = new ArrayList<>();
    private static final List<String> VIEW = Collections.unmodifiableList(NAMES);
    private static final List<String> COPY = List.of("a");

    public static void add(String name) { NAMES.add(name); }

    public static void viewBad() { assert VIEW.isEmpty(); }

    public static void copyOk() { assert COPY.size() == 1; }
}
