// Methods of StringBuilder beside those of every day.
package jdk;

import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import java.math.*;
import java.nio.charset.*;
import java.text.*;

public final class BuilderMethods {
    private BuilderMethods() { }

    public static void appendRange() throws Exception {
        char[] c = {'a', 'b', 'c', 'd'};
        String result = String.valueOf(new StringBuilder("x").append(c, 1, 2));
        assert "xbc".equals(result);
    }

    public static void appendPart() throws Exception {
        String result = String.valueOf(new StringBuilder("x").append("hello", 1, 3));
        assert "xel".equals(result);
    }

    public static void insertRange() throws Exception {
        char[] c = {'a', 'b', 'c', 'd'};
        String result = String.valueOf(new StringBuilder("xy").insert(1, c, 2, 2));
        assert "xcdy".equals(result);
    }

    public static void insertPart() throws Exception {
        String result = String.valueOf(new StringBuilder("xy").insert(1, "hello", 0, 2));
        assert "xhey".equals(result);
    }

    public static void codePointBefore() throws Exception {
        String result = String.valueOf(new StringBuilder("a\ud83d\ude00").codePointBefore(3));
        assert "128512".equals(result);
    }

    public static void codePointAt() throws Exception {
        String result = String.valueOf(new StringBuilder("a\ud83d\ude00").codePointAt(1));
        assert "128512".equals(result);
    }

    public static void codePointCount() throws Exception {
        String result = String.valueOf(new StringBuilder("a\ud83d\ude00").codePointCount(0, 3));
        assert "2".equals(result);
    }

    public static void appendCodePoint() throws Exception {
        String result = String.valueOf(new StringBuilder().appendCodePoint(0x1f600).appendCodePoint(65).length());
        assert "3".equals(result);
    }

    public static void reverse() throws Exception {
        String result = String.valueOf(new StringBuilder("a\ud83d\ude00b").reverse());
        assert "b\ud83d\ude00a".equals(result);
    }

    public static void reverseLong() throws Exception {
        String result = String.valueOf(new StringBuilder("ab".repeat(60)).reverse().substring(100));
        assert "babababababababababa".equals(result);
    }

    public static void codePoints() throws Exception {
        String result = String.valueOf(new StringBuilder("a\ud83d\ude00").codePoints().sum());
        assert "128609".equals(result);
    }

    public static void chars() throws Exception {
        String result = String.valueOf(new StringBuilder("abc").chars().max().getAsInt());
        assert "99".equals(result);
    }

    public static void setLength() throws Exception {
        StringBuilder b = new StringBuilder("abcdef"); b.setLength(2);
        String result = String.valueOf(b);
        assert "ab".equals(result);
    }

    public static void deleteReplace() throws Exception {
        String result = String.valueOf(new StringBuilder("abcdef").delete(1, 3).replace(0, 2, "ZZZ").deleteCharAt(1));
        assert "ZZef".equals(result);
    }

    public static void lastIndexOf() throws Exception {
        String result = String.valueOf(new StringBuilder("abcabc").lastIndexOf("bc", 3));
        assert "1".equals(result);
    }

    public static void compare() throws Exception {
        String result = String.valueOf(new StringBuilder("abc").compareTo(new StringBuilder("abd")));
        assert "-1".equals(result);
    }
}
