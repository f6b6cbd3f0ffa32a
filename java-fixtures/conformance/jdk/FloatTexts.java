// Floats and doubles as texts, and back.
package jdk;

import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import java.math.*;
import java.nio.charset.*;
import java.text.*;

public final class FloatTexts {
    private FloatTexts() { }

    public static void plain() throws Exception {
        String result = String.valueOf(1.5 + " " + 100.0 + " " + 0.1f + " " + -0.0);
        assert "1.5 100.0 0.1 -0.0".equals(result);
    }

    public static void scientific() throws Exception {
        String result = String.valueOf(1e21 + " " + 1.0E-5 + " " + 3.4e38f + " " + Double.MIN_VALUE);
        assert "1.0E21 1.0E-5 3.4E38 4.9E-324".equals(result);
    }

    public static void special() throws Exception {
        String result = String.valueOf(0.0 / 0 + " " + 1 / 0.0 + " " + Float.NEGATIVE_INFINITY);
        assert "NaN Infinity -Infinity".equals(result);
    }

    public static void sum() throws Exception {
        double d = 0.1 + 0.2;
        String result = String.valueOf(d);
        assert "0.30000000000000004".equals(result);
    }

    public static void boxes() throws Exception {
        Double d = 2.5; Object o = 1.25f;
        String result = String.valueOf(d + " " + o + " " + List.of(1.5, 2.5));
        assert "2.5 1.25 [1.5, 2.5]".equals(result);
    }

    public static void builder() throws Exception {
        String result = String.valueOf(new StringBuilder().append(1.25).append(' ').append(0.3f).insert(0, 9.5).append((Object) 7.5));
        assert "9.51.25 0.37.5".equals(result);
    }

    public static void parse() throws Exception {
        String result = String.valueOf(Double.parseDouble("1.25e3") + " " + Float.parseFloat("0.1") + " " + Double.valueOf("  -2 "));
        assert "1250.0 0.1 -2.0".equals(result);
    }

    public static void parseHex() throws Exception {
        String result = String.valueOf(Double.parseDouble("0x1.8p1"));
        assert "3.0".equals(result);
    }

    public static void parseBad() throws Exception {
        String r = "none"; try { r = "" + Double.parseDouble("1,5"); } catch (NumberFormatException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "For input string: \"1,5\"".equals(result);
    }

    public static void hex() throws Exception {
        String result = String.valueOf(Double.toHexString(0.75));
        assert "0x1.8p-1".equals(result);
    }

    public static void decimal() throws Exception {
        String result = String.valueOf(BigDecimal.valueOf(2.50) + " " + new BigDecimal(0.1).setScale(4, RoundingMode.HALF_UP));
        assert "2.5 0.1000".equals(result);
    }

    public static void roundTrip() throws Exception {
        String result = String.valueOf(Double.parseDouble(Double.toString(Math.PI)) == Math.PI);
        assert "true".equals(result);
    }

    public static void average() throws Exception {
        String result = String.valueOf(IntStream.of(1, 2, 4).average().getAsDouble());
        assert "2.3333333333333335".equals(result);
    }
}
