package user_types;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Elements of arrays and collections, and fields, that may be of a class of one's own. */
public class Elements {
    public static class Leaf {
        public int weight;
    }

    public Object held;
    public static Object shared;
    public Object[] several;

    public static void elementBad(Object[] items) {
        if (items != null && items.length > 0 && items[0] instanceof Leaf) {
            throw new IllegalStateException();
        }
    }

    public static void listBad(List<Object> items) {
        if (items != null && items.size() == 1 && items.get(0) instanceof Leaf) {
            throw new IllegalStateException();
        }
    }

    public static void mapBad(Map<String, Object> items) {
        if (items != null && items.get("leaf") instanceof Leaf leaf && leaf.weight == 2) {
            throw new IllegalStateException();
        }
    }

    public static void optionalBad(Optional<Object> item) {
        if (item != null && item.isPresent() && item.get() instanceof Leaf) {
            throw new IllegalStateException();
        }
    }

    public void fieldBad() {
        if (held instanceof Leaf leaf && leaf.weight == 5) {
            throw new IllegalStateException();
        }
    }

    public static void staticBad() {
        assert !(shared instanceof Leaf);
    }

    public void fieldElementBad() {
        if (several != null && several.length == 2 && several[1] instanceof Leaf) {
            throw new IllegalStateException();
        }
    }

    public static void storeBad(Object[] items) {
        if (items != null && items.length == 1) {
            items[0] = "text";
        }
    }

    public static void nestedBad(Object candidate) {
        if (candidate instanceof Object[] items && items.length == 1 && items[0] instanceof Leaf) {
            throw new IllegalStateException();
        }
    }

    public static boolean elementOk(Object[] items) {
        return items != null && items.length > 0 && items[0] instanceof Leaf;
    }

    public int fieldOk() {
        return held instanceof Leaf leaf ? leaf.weight : 0;
    }

    public static boolean staticOk() {
        return shared instanceof Leaf;
    }
}
