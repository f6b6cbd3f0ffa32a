// Functions of StrictMath, whose results are defined to the last bit.
package jdk;

import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import java.math.*;
import java.nio.charset.*;
import java.text.*;

public final class StrictFunctions {
    private StrictFunctions() { }

    public static void log() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.log((i + 401) * 0.37)); }
        String result = String.valueOf(h);
        assert "-4379482629724882617".equals(result);
    }

    public static void log10() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.log10((i + 401) * 1.7)); }
        String result = String.valueOf(h);
        assert "3334341407702963944".equals(result);
    }

    public static void log1p() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.log1p((i + 390) * 0.1 - 0.5)); }
        String result = String.valueOf(h);
        assert "-7507563488625327661".equals(result);
    }

    public static void sinh() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.sinh(i * 0.53)); }
        String result = String.valueOf(h);
        assert "-6078780330597732071".equals(result);
    }

    public static void cosh() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.cosh(i * 0.53)); }
        String result = String.valueOf(h);
        assert "-8423238818092059521".equals(result);
    }

    public static void tanh() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.tanh(i * 0.011)); }
        String result = String.valueOf(h);
        assert "-3910788767808639965".equals(result);
    }

    public static void sin() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.sin(i * 0.37)); }
        String result = String.valueOf(h);
        assert "-8686123232837384859".equals(result);
    }

    public static void cos() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.cos(i * 131.7)); }
        String result = String.valueOf(h);
        assert "-6195192578114162492".equals(result);
    }

    public static void tan() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.tan(i * 0.29)); }
        String result = String.valueOf(h);
        assert "-4569622028174786765".equals(result);
    }

    public static void exp() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.exp(i * 0.7)); }
        String result = String.valueOf(h);
        assert "-4151311559192615608".equals(result);
    }

    public static void asin() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.asin(i * 0.0025)); }
        String result = String.valueOf(h);
        assert "-2512733381235834084".equals(result);
    }

    public static void atan() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.atan(i * 0.3)); }
        String result = String.valueOf(h);
        assert "-3257506894640986510".equals(result);
    }

    public static void expm1() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.expm1(i * 0.01)); }
        String result = String.valueOf(h);
        assert "106520701057083265".equals(result);
    }

    public static void cbrt() throws Exception {
        long h = 0; for (int i = -400; i < 400; i++) { h = 31 * h + Double.doubleToLongBits(StrictMath.cbrt(i * 1.3)); }
        String result = String.valueOf(h);
        assert "7082201582220837355".equals(result);
    }

    public static void mixed() throws Exception {
        String result = String.valueOf(StrictMath.sin(0.5) + " " + StrictMath.hypot(3, 4) + " " + StrictMath.pow(2, 0.5));
        assert "0.479425538604203 5.0 1.4142135623730951".equals(result);
    }

    public static void cubeRoots() throws Exception {
        String result = String.valueOf(Math.cbrt(27) == 3 && StrictMath.cbrt(-8) == -2);
        assert "true".equals(result);
    }

    public static void powers() throws Exception {
        String result = String.valueOf((int) Math.pow(2, 10) + (long) Math.pow(10, 15) + (int) Math.log10(1000) + (int) Math.exp(0) + (int) Math.hypot(5, 12));
        assert "1000000000001041".equals(result);
    }
}
