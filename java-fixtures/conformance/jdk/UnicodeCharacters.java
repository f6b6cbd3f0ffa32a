// Characters of all of Unicode.
package jdk;

import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import java.math.*;
import java.nio.charset.*;
import java.text.*;

public final class UnicodeCharacters {
    private UnicodeCharacters() { }

    public static void letters() throws Exception {
        String result = String.valueOf(Character.isLetter('\u00e9') + " " + Character.isLetter('\u4e2d') + " " + Character.isLetter('\u2028'));
        assert "true true false".equals(result);
    }

    public static void supplementary() throws Exception {
        String result = String.valueOf(Character.isLetter(0x10400) + " " + Character.isAlphabetic(0x1f600) + " " + Character.charCount(0x1f600));
        assert "true false 2".equals(result);
    }

    public static void cases() throws Exception {
        String result = String.valueOf(Character.toUpperCase('\u00e9') + " " + Character.toLowerCase('\u03a9') + " " + Character.toTitleCase('\u01c6'));
        assert "\u00c9 \u03c9 \u01c5".equals(result);
    }

    public static void upperOfPoint() throws Exception {
        String result = String.valueOf(Integer.toHexString(Character.toUpperCase(0x10428)));
        assert "10400".equals(result);
    }

    public static void digits() throws Exception {
        String result = String.valueOf(Character.digit('\u0663', 10) + " " + Character.isDigit('\u0967') + " " + Character.getNumericValue('\u00bd'));
        assert "3 true -2".equals(result);
    }

    public static void types() throws Exception {
        String result = String.valueOf(Character.getType('$') + " " + Character.getType('\u20ac') + " " + Character.getType('a'));
        assert "26 26 2".equals(result);
    }

    public static void spaces() throws Exception {
        String result = String.valueOf(Character.isWhitespace('\u2003') + " " + Character.isSpaceChar('\u00a0') + " " + Character.isWhitespace('\u00a0'));
        assert "true true false".equals(result);
    }

    public static void identifiers() throws Exception {
        String result = String.valueOf(Character.isJavaIdentifierStart('\u00e4') + " " + Character.isJavaIdentifierPart('-'));
        assert "true false".equals(result);
    }

    public static void surrogates() throws Exception {
        String result = String.valueOf(Arrays.toString(Character.toChars(0x1f600)).length() + " " + Character.isSurrogatePair('\ud83d', '\ude00'));
        assert "6 true".equals(result);
    }

    public static void upperLower() throws Exception {
        String result = String.valueOf(Character.isUpperCase('\u00c4') + " " + Character.isLowerCase('\u00df') + " " + Character.isTitleCase('\u01c5'));
        assert "true true true".equals(result);
    }

    public static void mirrored() throws Exception {
        String result = String.valueOf(Character.isMirrored('(') + " " + Character.getDirectionality('\u05d0'));
        assert "true 1".equals(result);
    }

    public static void pointText() throws Exception {
        String result = String.valueOf(Character.toString(0x1f600).length());
        assert "2".equals(result);
    }

    public static void parse() throws Exception {
        String result = String.valueOf(Integer.parseInt("\u0661\u0662"));
        assert "12".equals(result);
    }

    public static void defined() throws Exception {
        String result = String.valueOf(Character.isDefined(0x0378) + " " + Character.isISOControl(7) + " " + Character.isIdeographic(0x4e00));
        assert "false true true".equals(result);
    }
}
