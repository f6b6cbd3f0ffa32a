// A generic array that is not of the type that its caller believes.
package check;

public class VarargsPair {
    @SafeVarargs
    private static <T> T[] array(T... items) {
        return items;
    }

    private static <T> T[] pair(T first, T second) {
        return array(first, second);
    }

    public static String joinBad(String first, String second) {
        String[] both = pair(first, second);
        return both[0] + both[1];
    }

    public static String joinOk(String first, String second) {
        String[] both = array(first, second);
        return both[0] + both[1];
    }
}
