// The mean of a sum.
package check;

public class Average {
    public static int meanBad(int sum, int count) {
        return sum / count;
    }

    public static int meanOk(int sum, int count) {
        return count == 0 ? 0 : sum / count;
    }

    public static long remainderBad(long sum, long count) {
        if (count < 0) {
            return 0;
        }
        return sum % count;
    }

    public static long remainderOk(long sum, long count) {
        if (count <= 0) {
            return 0;
        }
        return sum % count;
    }
}
