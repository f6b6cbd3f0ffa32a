package enum_list_field;

import java.util.*;

public class P {
    public enum Shop {
        NORTH, SOUTH;
        private final List<String> orders = new ArrayList<>();
        private final int number = ordinal() + 1;
    }

    public static void order(String what) { Shop.NORTH.orders.add(what); }

    public static void emptyBad() { assert Shop.NORTH.orders.isEmpty(); }

    public static void numberOk() { assert Shop.SOUTH.number == 2; }
}
