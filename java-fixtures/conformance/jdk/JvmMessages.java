// What the JVM says of indices, sizes, casts and divisions.
package jdk;

import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import java.math.*;
import java.nio.charset.*;
import java.text.*;

public final class JvmMessages {
    private JvmMessages() { }

    public static void index() throws Exception {
        String r = "none"; try { int[] a = new int[3]; a[5] = 1; } catch (ArrayIndexOutOfBoundsException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Index 5 out of bounds for length 3".equals(result);
    }

    public static void negativeIndex() throws Exception {
        String r = "none"; try { int[] a = new int[3]; r = "" + a[-1]; } catch (ArrayIndexOutOfBoundsException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Index -1 out of bounds for length 3".equals(result);
    }

    public static void emptyIndex() throws Exception {
        String r = "none"; try { String[] a = {}; r = a[0]; } catch (ArrayIndexOutOfBoundsException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Index 0 out of bounds for length 0".equals(result);
    }

    public static void asText() throws Exception {
        String r = "none"; try { String[] a = {}; r = a[0]; } catch (ArrayIndexOutOfBoundsException e) { r = e.toString(); }
        String result = String.valueOf(r);
        assert "java.lang.ArrayIndexOutOfBoundsException: Index 0 out of bounds for length 0".equals(result);
    }

    public static void division() throws Exception {
        String r = "none"; try { int z = 0; r = "" + 4 / z; } catch (ArithmeticException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "/ by zero".equals(result);
    }

    public static void longRemainder() throws Exception {
        String r = "none"; try { long z = 0; r = "" + 4L % z; } catch (ArithmeticException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "/ by zero".equals(result);
    }

    public static void size() throws Exception {
        String r = "none"; try { int n = -7; r = "" + new int[n].length; } catch (NegativeArraySizeException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "-7".equals(result);
    }

    public static void cast() throws Exception {
        String r = "none"; try { Object o = 1; r = (String) o; } catch (ClassCastException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "class java.lang.Integer cannot be cast to class java.lang.String (java.lang.Integer and java.lang.String are in module java.base of loader 'bootstrap')".equals(result);
    }

    public static void castOfText() throws Exception {
        String r = "none"; try { Object o = "t"; Integer i = (Integer) o; r = "" + i; } catch (ClassCastException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "class java.lang.String cannot be cast to class java.lang.Integer (java.lang.String and java.lang.Integer are in module java.base of loader 'bootstrap')".equals(result);
    }

    public static void addExact() throws Exception {
        String r = "none"; try { r = "" + Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "integer overflow".equals(result);
    }

    public static void multiplyExactLong() throws Exception {
        String r = "none"; try { r = "" + Math.multiplyExact(Long.MAX_VALUE, 2L); } catch (ArithmeticException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "long overflow".equals(result);
    }

    public static void toIntExact() throws Exception {
        String r = "none"; try { r = "" + Math.toIntExact(1L << 40); } catch (ArithmeticException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "integer overflow".equals(result);
    }

    public static void charAt() throws Exception {
        String r = "none"; try { r = "" + "abc".charAt(3); } catch (StringIndexOutOfBoundsException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "String index out of range: 3".equals(result);
    }

    public static void substring() throws Exception {
        String r = "none"; try { r = "abc".substring(2, 1); } catch (StringIndexOutOfBoundsException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "begin 2, end 1, length 3".equals(result);
    }

    public static void substringFrom() throws Exception {
        String r = "none"; try { r = "abc".substring(-1); } catch (StringIndexOutOfBoundsException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "begin -1, end 3, length 3".equals(result);
    }

    public static void parseInt() throws Exception {
        String r = "none"; try { r = "" + Integer.parseInt("12x"); } catch (NumberFormatException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "For input string: \"12x\"".equals(result);
    }

    public static void parseEmpty() throws Exception {
        String r = "none"; try { r = "" + Integer.parseInt(""); } catch (NumberFormatException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "For input string: \"\"".equals(result);
    }

    public static void parseOverflow() throws Exception {
        String r = "none"; try { r = "" + Integer.parseInt("2147483648"); } catch (NumberFormatException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "For input string: \"2147483648\"".equals(result);
    }

    public static void parseLong() throws Exception {
        String r = "none"; try { r = "" + Long.parseLong("9x"); } catch (NumberFormatException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "For input string: \"9x\"".equals(result);
    }

    public static void parseNull() throws Exception {
        String r = "none"; try { r = "" + Integer.parseInt(null); } catch (NumberFormatException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot parse null string".equals(result);
    }

    public static void repeat() throws Exception {
        String r = "none"; try { r = "a".repeat(-1); } catch (IllegalArgumentException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "count is negative: -1".equals(result);
    }

    public static void listGet() throws Exception {
        String r = "none"; try { r = "" + new ArrayList<>(List.of(1)).get(4); } catch (IndexOutOfBoundsException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Index 4 out of bounds for length 1".equals(result);
    }

    public static void subList() throws Exception {
        String r = "none"; try { r = "" + List.of(1, 2).subList(1, 4); } catch (IndexOutOfBoundsException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "toIndex = 4".equals(result);
    }

    public static void noSuch() throws Exception {
        String r = "none"; try { r = "" + new ArrayDeque<Integer>().removeFirst(); } catch (NoSuchElementException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "null".equals(result);
    }

    public static void enumName() throws Exception {
        String r = "none"; try { r = "" + Thread.State.valueOf("OFF"); } catch (IllegalArgumentException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "No enum constant java.lang.Thread.State.OFF".equals(result);
    }
}
