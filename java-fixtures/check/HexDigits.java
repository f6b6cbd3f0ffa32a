// The two hexadecimal digits of a byte.
package check;

public class HexDigits {
    private static final char[] DIGITS = "0123456789abcdef".toCharArray();

    public static char highBad(byte value) {
        return DIGITS[value >> 4];
    }

    public static char highOk(byte value) {
        return DIGITS[(value >> 4) & 0xf];
    }

    public static char lowOk(byte value) {
        return DIGITS[value & 0xf];
    }
}
