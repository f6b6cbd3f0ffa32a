// Elements of an array that are not there.
package check;

public class Names {
    public static int lengthBad(String[] names) {
        if (names == null) {
            return 0;
        }
        int length = 0;
        for (String name : names) {
            length += name.length();
        }
        return length;
    }

    public static int lengthOk(String[] names) {
        if (names == null) {
            return 0;
        }
        int length = 0;
        for (String name : names) {
            if (name != null) {
                length += name.length();
            }
        }
        return length;
    }
}
