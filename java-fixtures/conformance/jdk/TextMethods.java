// Methods of String beside those of every day.
package jdk;

import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import java.math.*;
import java.nio.charset.*;
import java.text.*;

public final class TextMethods {
    private TextMethods() { }

    public static void lines() throws Exception {
        String result = String.valueOf("a\nb\r\nc\n".lines().collect(Collectors.toList()));
        assert "[a, b, c]".equals(result);
    }

    public static void linesUnicode() throws Exception {
        String result = String.valueOf("\u03b1\n\u03b2".lines().count());
        assert "2".equals(result);
    }

    public static void indent() throws Exception {
        String result = String.valueOf("a\n b".indent(2));
        assert "  a\n   b\n".equals(result);
    }

    public static void outdent() throws Exception {
        String result = String.valueOf("   a\n b\n".indent(-2));
        assert " a\nb\n".equals(result);
    }

    public static void translateEscapes() throws Exception {
        String result = String.valueOf("a\\tb\\n\\u0041".replace("\\u0041", "\\101").translateEscapes());
        assert "a\tb\nA".equals(result);
    }

    public static void transform() throws Exception {
        String result = String.valueOf((Object) "abc".transform(s -> s + s.length()));
        assert "abc3".equals(result);
    }

    public static void join() throws Exception {
        String result = String.valueOf(String.join("-", "a", "b", "c"));
        assert "a-b-c".equals(result);
    }

    public static void joinList() throws Exception {
        String result = String.valueOf(String.join(", ", List.of("x", "y")));
        assert "x, y".equals(result);
    }

    public static void codePoints() throws Exception {
        String result = String.valueOf("a\ud83d\ude00b".codePoints().mapToObj(Integer::toHexString).collect(Collectors.toList()));
        assert "[61, 1f600, 62]".equals(result);
    }

    public static void codePointAt() throws Exception {
        String result = String.valueOf("a\ud83d\ude00b".codePointAt(1));
        assert "128512".equals(result);
    }

    public static void codePointBefore() throws Exception {
        String result = String.valueOf("a\ud83d\ude00b".codePointBefore(3));
        assert "128512".equals(result);
    }

    public static void codePointCount() throws Exception {
        String result = String.valueOf("a\ud83d\ude00b".codePointCount(0, 4));
        assert "3".equals(result);
    }

    public static void offsetByCodePoints() throws Exception {
        String result = String.valueOf("a\ud83d\ude00b".offsetByCodePoints(0, 2));
        assert "3".equals(result);
    }

    public static void charsSum() throws Exception {
        String result = String.valueOf("abc".chars().sum());
        assert "294".equals(result);
    }

    public static void valueOfChars() throws Exception {
        char[] c = {'a', 'b', 'c'};
        String result = String.valueOf(String.valueOf(c, 1, 2));
        assert "bc".equals(result);
    }

    public static void caseInsensitive() throws Exception {
        List<String> l = new ArrayList<>(List.of("b", "A", "a", "B")); l.sort(String.CASE_INSENSITIVE_ORDER);
        String result = String.valueOf(l);
        assert "[A, a, b, B]".equals(result);
    }

    public static void equalsIgnoreCase() throws Exception {
        String result = String.valueOf("Stra\u00dfe".equalsIgnoreCase("STRA\u00dfE") + " " + "\u00c4b".equalsIgnoreCase("\u00e4B"));
        assert "true true".equals(result);
    }

    public static void upper() throws Exception {
        String result = String.valueOf("stra\u00dfe \u00e9\u03b1".toUpperCase(Locale.ROOT));
        assert "STRASSE \u00c9\u0391".equals(result);
    }

    public static void lower() throws Exception {
        String result = String.valueOf("\u00c9\u0391\u0130".toLowerCase(Locale.ROOT).length());
        assert "4".equals(result);
    }

    public static void stripIndent() throws Exception {
        String result = String.valueOf("  a\n    b\n  ".stripIndent());
        assert "a\n  b\n".equals(result);
    }

    public static void strip() throws Exception {
        String result = String.valueOf("\u2003 a\u00a0 ".strip().length());
        assert "2".equals(result);
    }

    public static void splitRegex() throws Exception {
        String result = String.valueOf(Arrays.toString("a1b22c333".split("[0-9]+")));
        assert "[a, b, c]".equals(result);
    }

    public static void splitLimit() throws Exception {
        String result = String.valueOf(Arrays.toString("a, b,c , d".split("\\s*,\\s*", 3)));
        assert "[a, b, c , d]".equals(result);
    }

    public static void matches() throws Exception {
        String result = String.valueOf("2024-01-31".matches("\\d{4}-\\d{2}-\\d{2}") + " " + "x".matches("[a-c]"));
        assert "true false".equals(result);
    }

    public static void replaceAll() throws Exception {
        String result = String.valueOf("a1b22".replaceAll("([0-9]+)", "<$1>"));
        assert "a<1>b<22>".equals(result);
    }

    public static void replaceFirst() throws Exception {
        String result = String.valueOf("aXbXc".replaceFirst("[A-Z]", "-"));
        assert "a-bXc".equals(result);
    }

    public static void namedGroup() throws Exception {
        String result = String.valueOf("k=v".replaceAll("(?<key>\\w)=(?<val>\\w)", "${val}:${key}"));
        assert "v:k".equals(result);
    }

    public static void regionMatches() throws Exception {
        String result = String.valueOf("Hello".regionMatches(true, 1, "xELL", 1, 3));
        assert "true".equals(result);
    }

    public static void compareIgnoreCase() throws Exception {
        String result = String.valueOf("\u00e9a".compareToIgnoreCase("\u00c9B"));
        assert "-1".equals(result);
    }

    public static void latinBytes() throws Exception {
        String result = String.valueOf(Arrays.toString("\u00e9a".getBytes(StandardCharsets.ISO_8859_1)));
        assert "[-23, 97]".equals(result);
    }

    public static void utf16Bytes() throws Exception {
        String result = String.valueOf(Arrays.toString("a\u20ac".getBytes(StandardCharsets.UTF_16)));
        assert "[-2, -1, 0, 97, 32, -84]".equals(result);
    }

    public static void utf16leBytes() throws Exception {
        String result = String.valueOf(Arrays.toString("a\u20ac".getBytes(StandardCharsets.UTF_16LE)));
        assert "[97, 0, -84, 32]".equals(result);
    }

    public static void decodeUtf16() throws Exception {
        String result = String.valueOf(new String(new byte[] {0, 97, 32, (byte) 0xac}, StandardCharsets.UTF_16BE));
        assert "a\u20ac".equals(result);
    }

    public static void decodeBroken() throws Exception {
        String result = String.valueOf(new String(new byte[] {97, (byte) 0xff, (byte) 0xe2, (byte) 0x82}, StandardCharsets.UTF_8));
        assert "a\ufffd\ufffd".equals(result);
    }
}
