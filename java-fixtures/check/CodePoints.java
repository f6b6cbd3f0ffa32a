// A code point does not always fit into a char.
package check;

public class CodePoints {
    public static char toCharBad(int codePoint) {
        if (codePoint < 0 || codePoint > 0x10FFFF) {
            throw new IllegalArgumentException("no code point");
        }
        char unit = (char) codePoint;
        assert unit == codePoint;
        return unit;
    }

    public static char toCharOk(int codePoint) {
        if (codePoint < 0 || codePoint > 0x10FFFF) {
            throw new IllegalArgumentException("no code point");
        }
        char unit = codePoint <= 0xFFFF ? (char) codePoint : '?';
        assert unit == codePoint || unit == '?';
        return unit;
    }
}
