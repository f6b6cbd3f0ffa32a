// Tables whose keys have the hash codes that objects have by themselves, filled while classes are initialised.
package check;

import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class HashOrders {
    public enum Unit { METRE, SECOND, GRAM }

    private static final Map<Unit, String> NAMES = new HashMap<>();
    private static final Map<Class<?>, Integer> SIZES = new ConcurrentHashMap<>();
    private static final Set<Unit> BASE = Set.of(Unit.METRE, Unit.SECOND);

    static {
        NAMES.put(Unit.METRE, "m");
        NAMES.put(Unit.SECOND, "s");
        NAMES.put(Unit.GRAM, "g");
        SIZES.put(Integer.class, 4);
        SIZES.put(Long.class, 8);
    }

    private static void require(boolean isSo) {
        if (!isSo) {
            throw new IllegalStateException();
        }
    }

    public static void found(Unit unit) {
        if (unit != null) {
            require(NAMES.get(unit).length() == 1 && BASE.contains(unit) == (unit != Unit.GRAM));
        }
    }

    public static void foundBad(Unit unit) {
        require(!"g".equals(NAMES.get(unit)));
    }

    public static void sizesOk() {
        require(SIZES.get(Long.class) == 8 && SIZES.get(Short.class) == null);
    }

    public static void classesOk() {
        Map<Class<?>, String> own = new ConcurrentHashMap<>();
        own.put(String.class, "text");
        own.putIfAbsent(String.class, "other");
        require(own.get(String.class).equals("text") && own.get(Object.class) == null);
    }

    public static void wordsOk() {
        Scanner words = new Scanner("one 2\nthree");
        require(words.next().equals("one") && words.nextInt() == 2 && !words.hasNextInt());
        words.nextLine();
        require(words.nextLine().equals("three") && !words.hasNextLine());
    }

    public static void wordsBad() {
        require(new Scanner("12 x").nextInt() != 12);
    }
}
