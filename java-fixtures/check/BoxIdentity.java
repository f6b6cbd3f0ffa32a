// Two boxes of the same number are one object only for small numbers.
package check;

public class BoxIdentity {
    public static boolean sameBad(int ticket) {
        Integer issued = ticket;
        Integer shown = ticket;
        if (issued != shown) {
            throw new IllegalStateException("another ticket");
        }
        return true;
    }

    public static boolean sameOk(int ticket) {
        Integer issued = ticket;
        Integer shown = ticket;
        if (!issued.equals(shown)) {
            throw new IllegalStateException("another ticket");
        }
        return true;
    }
}
