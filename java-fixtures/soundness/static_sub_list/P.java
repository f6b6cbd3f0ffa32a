package static_sub_list;

import java.util.*;

public class P {
    private static final List<Integer> ALL = new ArrayList<>(List.of(1, 2, 3));
    private static final List<Integer> PART = ALL.subList(0, 2);

    public static void clear() { ALL.clear(); }

    public static int partBad() { return PART.size(); }

    public static int sizeOk() { return ALL.size(); }
}
