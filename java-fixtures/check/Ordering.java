// Puts two numbers in order by a comparison function.
package check;

public class Ordering {
    private static int bySubtraction(int first, int second) {
        return first - second;
    }

    public static int smallerBad(int first, int second) {
        int smaller = bySubtraction(first, second) <= 0 ? first : second;
        assert smaller <= first && smaller <= second;
        return smaller;
    }

    public static int smallerOk(int first, int second) {
        int smaller = Integer.compare(first, second) <= 0 ? first : second;
        assert smaller <= first && smaller <= second;
        return smaller;
    }
}
