// Texts by format.
package jdk;

import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import java.math.*;
import java.nio.charset.*;
import java.text.*;

public final class Formats {
    private Formats() { }

    public static void integers() throws Exception {
        String result = String.valueOf(String.format("%d|%5d|%-5d|%05d|%,d|%+d", 1, 2, 3, 4, 1234567, 8));
        assert "1|    2|3    |00004|1,234,567|+8".equals(result);
    }

    public static void hex() throws Exception {
        String result = String.valueOf(String.format("%x %X %#x %o", 255, 255, 255, 8));
        assert "ff FF 0xff 10".equals(result);
    }

    public static void texts() throws Exception {
        String result = String.valueOf(String.format("%s|%10s|%-6s|%.2s|%S", "a", "b", "c", "defg", "up"));
        assert "a|         b|c     |de|UP".equals(result);
    }

    public static void chars() throws Exception {
        String result = String.valueOf(String.format("%c%c %b %b %n", 'x', 65, true, null).trim());
        assert "xA true false".equals(result);
    }

    public static void floats() throws Exception {
        String result = String.valueOf(String.format(Locale.US, "%.2f|%8.3f|%e|%g", 3.14159, 2.5, 12345.678, 0.5));
        assert "3.14|   2.500|1.234568e+04|0.500000".equals(result);
    }

    public static void percent() throws Exception {
        String result = String.valueOf(String.format("%d%%", 50));
        assert "50%".equals(result);
    }

    public static void positions() throws Exception {
        String result = String.valueOf(String.format("%2$s-%1$s-%<s", "a", "b"));
        assert "b-a-a".equals(result);
    }

    public static void negative() throws Exception {
        String result = String.valueOf(String.format("%d %(d % d", -5, -6, 7));
        assert "-5 (6)  7".equals(result);
    }

    public static void longs() throws Exception {
        String result = String.valueOf(String.format("%d %x", Long.MAX_VALUE, Long.MIN_VALUE));
        assert "9223372036854775807 8000000000000000".equals(result);
    }

    public static void big() throws Exception {
        String result = String.valueOf(String.format("%s %d", new BigInteger("123456789012345678901"), new BigInteger("-7")));
        assert "123456789012345678901 -7".equals(result);
    }

    public static void formatted() throws Exception {
        String result = String.valueOf("%s is %d".formatted("x", 3));
        assert "x is 3".equals(result);
    }

    public static void hash() throws Exception {
        String result = String.valueOf(String.format("%h", "hello"));
        assert "5e918d2".equals(result);
    }

    public static void missing() throws Exception {
        String r = "none"; try { r = String.format("%s %s", "a"); } catch (IllegalFormatException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Format specifier '%s'".equals(result);
    }

    public static void mismatch() throws Exception {
        String r = "none"; try { r = String.format("%d", "a"); } catch (IllegalFormatException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "d != java.lang.String".equals(result);
    }

    public static void root() throws Exception {
        String result = String.valueOf(String.format(Locale.ROOT, "%,.3f", 1234567.891));
        assert "1,234,567.891".equals(result);
    }

    public static void formatter() throws Exception {
        String result = String.valueOf(new Formatter(Locale.US).format("%s:%d", "a", 1).toString());
        assert "a:1".equals(result);
    }
}
