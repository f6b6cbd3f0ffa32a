package static_final_list_iterator;

import java.util.*;

public class P {
    private static final ListIterator<String> AT = new ArrayList<>(List.of("a", "b")).listIterator();
    private static final List<String> NAMES = List.of("a", "b");

    public static boolean back() { return AT.hasPrevious(); }

    public static void moveBad() { if (AT.hasNext()) AT.next(); assert !AT.hasPrevious() || AT.nextIndex() < 2; }

    public static void namesOk() { assert NAMES.get(1).equals("b"); }
}
