package init_counts_instances;

public class P {
    static int made;
    static class Item { final int id = ++made; }
    static class First { static final Item ITEM = new Item(); static int id() { return ITEM.id; } }
    static class Alone { static int count = 1; static final int ID = count; static int id() { return ID; } }

    public static Object make() { return new Item(); }

    public static void firstBad() { assert First.id() == 1; }

    public static void aloneOk() { assert Alone.id() == 1; }
}
