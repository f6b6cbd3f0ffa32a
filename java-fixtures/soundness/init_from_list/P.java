package init_from_list;

import java.util.*;

public class P {
    static final List<String> PLUGINS = new ArrayList<>(List.of("core"));
    static class Registry { static final String FIRST = PLUGINS.get(0); static int size() { return FIRST.length(); } }
    static class Plain { static final String FIRST = List.of("core").get(0); static int size() { return FIRST.length(); } }

    public static void reset() { PLUGINS.clear(); }

    public static int registryBad() { return Registry.size(); }

    public static int plainOk() { return Plain.size(); }
}
