package everyday;

import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.math.*;
import java.net.*;
import java.nio.*;
import java.nio.charset.*;
import java.nio.file.Path;
import java.security.*;
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;
import java.util.zip.*;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.text.Normalizer;

public final class Big {
    private static Object value0() throws Throwable {  Object value = new BigInteger("123456789012345678901234567890").add(BigInteger.TEN); return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "123456789012345678901234567900".equals(result);
    }
    private static Object value25() throws Throwable {  Object value = new BigInteger("-42").subtract(BigInteger.ONE); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "-43".equals(result);
    }
    private static Object value50() throws Throwable {  Object value = new BigInteger("0").multiply(new BigInteger("98765432109876543210")); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "0".equals(result);
    }
    private static Object value75() throws Throwable {  Object value = new BigInteger("18446744073709551616").negate(); return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "-18446744073709551616".equals(result);
    }
    private static Object value100() throws Throwable {  Object value = BigInteger.valueOf(17).xor(BigInteger.TWO); return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "19".equals(result);
    }
    private static Object value125() throws Throwable {  Object value = new BigDecimal("123.456").setScale(1, RoundingMode.HALF_EVEN); return String.valueOf(value); }
    public static void m125() {
        Object result;
        try { result = value125(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "123.5".equals(result);
    }
    private static Object value150() throws Throwable {  Object value = new BigDecimal("-0.005").scale(); return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "3".equals(result);
    }
    private static Object value175() throws Throwable {  Object value = new BigDecimal("1E+3").unscaledValue(); return String.valueOf(value); }
    public static void m175() {
        Object result;
        try { result = value175(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "1".equals(result);
    }
    private static Object value200() throws Throwable {  Object value = new BigDecimal("100.00").toPlainString(); return String.valueOf(value); }
    public static void m200() {
        Object result;
        try { result = value200(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "100.00".equals(result);
    }
    private static Object value225() throws Throwable {  Object value = BigDecimal.valueOf(1e10); return String.valueOf(value); }
    public static void m225() {
        Object result;
        try { result = value225(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "1.0E+10".equals(result);
    }
}
