package beyond_ascii;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Texts, characters and bytes beyond ASCII, and charsets that the caller names. */
public final class P {
    private P() { }

    // Upper and lower case.

    public static void sharpSBad(String text) {
        if (text == null) {
            return;
        }
        assert text.length() != 1 || text.toUpperCase(Locale.ROOT).length() == 1;
    }

    public static void dottedIBad(String text) {
        if (text == null) {
            return;
        }
        assert text.length() != 1 || text.toLowerCase(Locale.ROOT).length() == 1;
    }

    public static void finalSigmaBad(String text) {
        if (text == null) {
            return;
        }
        if (text.length() == 2) {
            assert text.toLowerCase(Locale.ROOT).charAt(1) == Character.toLowerCase(text.charAt(1));
        }
    }

    public static void upperTwiceBad(String text) {
        if (text == null) {
            return;
        }
        assert text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT));
    }

    public static void caseLengthOk(String text) {
        if (text == null) {
            return;
        }
        int upper = text.toUpperCase(Locale.ROOT).length();
        int lower = text.toLowerCase(Locale.ROOT).length();
        assert upper >= text.length() && lower >= text.length() && upper <= 3L * text.length();
    }

    public static void emptyCaseOk(String text) {
        if (text == null) {
            return;
        }
        assert text.isEmpty() == text.toUpperCase(Locale.ROOT).isEmpty();
    }

    public static void sameCaseTwiceOk(String text) {
        if (text == null) {
            return;
        }
        assert text.toUpperCase(Locale.ROOT).equals(text.toUpperCase(Locale.ROOT));
    }

    public static void ignoreCaseOk(String text, String other) {
        if (text == null || other == null) {
            return;
        }
        assert !text.equalsIgnoreCase(other) || text.length() == other.length();
    }

    public static void ignoreCaseBad(String text, String other) {
        if (text == null || other == null) {
            return;
        }
        assert !text.equalsIgnoreCase(other) || text.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }

    public static void compareOk(String text) {
        if (text == null) {
            return;
        }
        assert text.compareToIgnoreCase(text + "") == 0;
    }

    // Characters.

    public static void kelvinBad(char unit) {
        assert unit < 128 || Character.toLowerCase(unit) >= 128;
    }

    public static void dotlessBad(int point) {
        assert point == 'I' || point == 'i' || Character.toUpperCase(point) != 'I';
    }

    public static void lowerOk(char unit) {
        char lower = Character.toLowerCase(unit);
        assert lower >= 128 || unit < 128 || lower == 'i' || lower == 'k';
    }

    public static void sharpSOk(char unit) {
        assert unit > 255 || Character.toUpperCase(unit) != 'S' || unit == 's' || unit == 'S';
    }

    public static void microBad(char unit) {
        assert unit > 255 || Character.toUpperCase(unit) <= 255;
    }

    public static void planeOk(int point) {
        int upper = Character.toUpperCase(point);
        assert Character.isSupplementaryCodePoint(point) == Character.isSupplementaryCodePoint(upper);
    }

    public static void letterOk(int point) {
        assert !Character.isLetter(point) || Character.isLetterOrDigit(point) && Character.isAlphabetic(point);
    }

    public static void letterBad(char unit) {
        assert !Character.isLetter(unit) || unit < 128;
    }

    public static void alphabeticBad(int point) {
        assert !Character.isAlphabetic(point) || Character.isLetter(point);
    }

    public static void surrogateOk(char unit) {
        assert !Character.isSurrogate(unit) || !Character.isLetter(unit) && Character.toUpperCase(unit) == unit;
    }

    public static void digitOk(char unit, int radix) {
        int digit = Character.digit(unit, radix);
        assert digit >= -1 && digit < Math.max(radix, 0) || digit == -1;
    }

    public static void arabicDigitBad(char unit) {
        assert Character.digit(unit, 10) != 7 || unit == '7';
    }

    public static void fullWidthBad(char unit) {
        assert Character.digit(unit, 16) != 12 || unit == 'c' || unit == 'C';
    }

    public static void mathDigitBad(int point) {
        assert point <= 0xFFFF || Character.digit(point, 10) < 0;
    }

    public static void supplementaryDigitOk(int point) {
        assert point <= 0xFFFF || Character.digit(point, 36) < 10;
    }

    public static void fractionBad(char unit) {
        assert Character.getNumericValue(unit) >= -1;
    }

    public static void spaceOk(int point) {
        assert !Character.isWhitespace(point) || point <= 0x3000 && point > 0;
    }

    public static void spaceBad(int point) {
        assert !Character.isWhitespace(point) || point <= 0x20;
    }

    // Code points.

    public static void surrogatePairBad(String text) {
        if (text == null) {
            return;
        }
        assert text.isEmpty() || text.codePointAt(0) != 0x1F600;
    }

    public static void loneSurrogateOk(String text) {
        if (text == null) {
            return;
        }
        if (text.length() == 1) {
            assert text.codePointAt(0) == text.charAt(0);
        }
    }

    public static void codePointOk(String text) {
        if (text == null) {
            return;
        }
        if (text.length() == 2) {
            int point = text.codePointAt(0);
            assert point == text.charAt(0) || point == Character.toCodePoint(text.charAt(0), text.charAt(1));
            assert text.codePointBefore(2) == text.charAt(1) || text.codePointBefore(2) == point;
        }
    }

    public static void codePointRangeOk(String text, int index) {
        if (text == null) {
            return;
        }
        if (index >= 0 && index < text.length()) {
            int point = text.codePointAt(index);
            assert point >= 0 && point <= 0x10FFFF;
        }
    }

    public static void countOk(String text) {
        if (text == null) {
            return;
        }
        int count = text.codePointCount(0, text.length());
        assert count <= text.length() && 2L * count >= text.length();
    }

    public static void countBad(String text) {
        if (text == null) {
            return;
        }
        assert text.codePointCount(0, text.length()) == text.length();
    }

    public static void appendedOk(int point) {
        if (Character.isSupplementaryCodePoint(point)) {
            String text = new StringBuilder().appendCodePoint(point).toString();
            assert text.length() == 2 && text.codePointAt(0) == point && text.indexOf(point) == 0;
        }
    }

    // Numbers as texts.

    public static void hexOk(int number) {
        String text = Integer.toHexString(number);
        assert text.length() >= 1 && text.length() <= 8 && (text.charAt(0) != '0' || number == 0);
    }

    public static void hexBad(int number) {
        assert !Integer.toHexString(number).equals("cafe");
    }

    public static void hexByteOk(byte number) {
        assert Integer.toHexString(number & 0xFF).length() <= 2;
    }

    public static void longHexBad(long number) {
        assert Long.toHexString(number).length() < 16;
    }

    public static void octalBad(int number) {
        assert !Integer.toOctalString(number).equals("37777777777");
    }

    public static void binaryOk(int number) {
        assert number < 0 || number > 3 || Integer.toBinaryString(number).length() <= 2;
    }

    // Texts to bytes.

    public static void utf8LengthOk(String text) {
        if (text == null) {
            return;
        }
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        assert length >= text.length() && length <= 3L * text.length();
    }

    public static void utf8LengthBad(String text) {
        if (text == null) {
            return;
        }
        assert text.getBytes(StandardCharsets.UTF_8).length == text.length();
    }

    public static void utf8OfTwoBytesOk(String text) {
        if (text == null) {
            return;
        }
        if (text.length() == 1 && text.charAt(0) >= 0x80 && text.charAt(0) < 0x800) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assert bytes.length == 2 && ((bytes[0] & 0x1F) << 6 | bytes[1] & 0x3F) == text.charAt(0);
        }
    }

    public static void utf8OfSurrogatesOk(String text) {
        if (text == null) {
            return;
        }
        if (text.length() == 2 && text.codePointAt(0) > 0xFFFF) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assert bytes.length == 4 && (bytes[0] & 0xF8) == 0xF0 && (bytes[3] & 0xC0) == 0x80;
        }
    }

    public static void utf8OfLoneSurrogateOk(String text) {
        if (text == null) {
            return;
        }
        if (text.length() == 1 && Character.isSurrogate(text.charAt(0))) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assert bytes.length == 1 && bytes[0] == '?';
        }
    }

    public static void euroBad(String text) {
        if (text == null) {
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assert bytes.length != 4 || bytes[0] != 'a' || (bytes[1] & 0xFF) != 0xE2 || (bytes[3] & 0xFF) != 0xAC;
    }

    public static void utf8IndexBad(String text) {
        if (text == null) {
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int index = 0; index < bytes.length; index++) {
            text.charAt(index);
        }
    }

    public static void questionMarkBad(String text) {
        if (text == null) {
            return;
        }
        assert text.length() != 1 || text.charAt(0) == '?' || text.getBytes(StandardCharsets.ISO_8859_1)[0] != '?';
    }

    public static void latinOk(String text) {
        if (text == null) {
            return;
        }
        if (text.length() == 1 && text.charAt(0) < 256) {
            assert (text.getBytes(StandardCharsets.ISO_8859_1)[0] & 0xFF) == text.charAt(0);
        }
    }

    public static void asciiPairBad(String text) {
        if (text == null) {
            return;
        }
        assert text.getBytes(StandardCharsets.US_ASCII).length == text.length();
    }

    public static void utf16Ok(String text) {
        if (text == null) {
            return;
        }
        assert text.getBytes(StandardCharsets.UTF_16BE).length == 2 * text.length();
    }

    public static void utf16MarkBad(String text) {
        if (text == null) {
            return;
        }
        assert text.getBytes(StandardCharsets.UTF_16).length == 2 * text.length();
    }

    public static void utf16BytesOk(String text) {
        if (text == null) {
            return;
        }
        if (text.length() == 1 && text.charAt(0) < 0xD800) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_16LE);
            assert (bytes[0] & 0xFF | (bytes[1] & 0xFF) << 8) == text.charAt(0);
        }
    }

    // Bytes to texts.

    public static void decodedLengthOk(byte[] bytes) {
        if (bytes == null) {
            return;
        }
        int length = new String(bytes, StandardCharsets.UTF_8).length();
        assert length <= bytes.length && 3L * length >= bytes.length;
    }

    public static void decodedLengthBad(byte[] bytes) {
        if (bytes == null) {
            return;
        }
        assert new String(bytes, StandardCharsets.UTF_8).length() == bytes.length;
    }

    public static void malformedBad(byte[] bytes) {
        if (bytes == null) {
            return;
        }
        assert new String(bytes, StandardCharsets.UTF_8).indexOf('\uFFFD') < 0;
    }

    public static void roundTripBad(byte[] bytes) {
        if (bytes == null) {
            return;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        assert bytes.length != 1 || text.getBytes(StandardCharsets.UTF_8).length == 1;
    }

    public static void utf16DecodedBad(byte[] bytes) {
        if (bytes == null) {
            return;
        }
        assert bytes.length != 2 || new String(bytes, StandardCharsets.UTF_16BE).charAt(0) != '\u20AC';
    }

    public static void oddBytesOk(byte[] bytes) {
        if (bytes == null) {
            return;
        }
        assert new String(bytes, StandardCharsets.UTF_16BE).length() <= bytes.length;
    }

    // Charsets by name.

    public static Charset forNameBad(String name) {
        return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
    }

    public static void forNameOk(String name) {
        try {
            assert Charset.forName(name) != null;
        } catch (IllegalArgumentException expected) {
            return;
        }
    }

    public static void sameCharsetBad(String name, String other) {
        if (name == null || other == null) {
            return;
        }
        try {
            assert name.equals(other) || Charset.forName(name) != Charset.forName(other);
        } catch (IllegalArgumentException expected) {
            return;
        }
    }

    public static void namedBytesBad(String text, String charset) {
        if (text == null || charset == null) {
            return;
        }
        try {
            assert text.getBytes(charset).length == text.length();
        } catch (java.io.UnsupportedEncodingException expected) {
            return;
        }
    }

    public static void namedTextOk(byte[] bytes, String charset) {
        if (bytes == null || charset == null) {
            return;
        }
        try {
            assert new String(bytes, charset) != null;
        } catch (java.io.UnsupportedEncodingException expected) {
            return;
        }
    }

    public static void unencodableBad(String charset) {
        if (charset == null) {
            return;
        }
        try {
            "".getBytes(charset);
        } catch (java.io.UnsupportedEncodingException expected) {
            return;
        }
    }
}
