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

public final class Numbers {
    private static Object value0() throws Throwable {  Object value = Integer.parseInt("42"); return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "42".equals(result);
    }
    private static Object value25() throws Throwable {  Object value = Integer.toOctalString(-1); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "37777777777".equals(result);
    }
    private static Object value50() throws Throwable {  Object value = Integer.lowestOneBit(-1); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "1".equals(result);
    }
    private static Object value75() throws Throwable {  Object value = Integer.reverseBytes(-1); return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "-1".equals(result);
    }
    private static Object value100() throws Throwable {  Object value = Long.numberOfTrailingZeros(1L << 40); return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "40".equals(result);
    }
    private static Object value125() throws Throwable {  Object value = Integer.decode("0x1F"); return String.valueOf(value); }
    public static void m125() {
        Object result;
        try { result = value125(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "31".equals(result);
    }
    private static Object value150() throws Throwable {  Object value = Math.addExact(Integer.MAX_VALUE, 1); return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "java.lang.ArithmeticException: integer overflow".equals(result);
    }
    private static Object value175() throws Throwable {  Object value = Math.toDegrees(Math.PI); return String.valueOf(value); }
    public static void m175() {
        Object result;
        try { result = value175(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "180.0".equals(result);
    }
    private static Object value200() throws Throwable {  Object value = Double.MIN_VALUE; return String.valueOf(value); }
    public static void m200() {
        Object result;
        try { result = value200(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "4.9E-324".equals(result);
    }
    private static Object value225() throws Throwable {  Object value = (int) 3000000000L; return String.valueOf(value); }
    public static void m225() {
        Object result;
        try { result = value225(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "-1294967296".equals(result);
    }
    private static Object value250() throws Throwable {  Object value = 010 + 0b11 + 0x1F; return String.valueOf(value); }
    public static void m250() {
        Object result;
        try { result = value250(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "42".equals(result);
    }
    private static Object value275() throws Throwable {  Object value = Character.toCodePoint('\uD83D', '\uDE00'); return String.valueOf(value); }
    public static void m275() {
        Object result;
        try { result = value275(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "128512".equals(result);
    }
    private static Object value300() throws Throwable {  Object value = Short.compare((short) 1, (short) 5); return String.valueOf(value); }
    public static void m300() {
        Object result;
        try { result = value300(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "-4".equals(result);
    }
    private static Object value325() throws Throwable {  Object value = NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(12345); return String.valueOf(value); }
    public static void m325() {
        Object result;
        try { result = value325(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "12K".equals(result);
    }
    private static Object value350() throws Throwable {  Object value = new DecimalFormat("$#,##0", DecimalFormatSymbols.getInstance(Locale.US)).format(-7); return String.valueOf(value); }
    public static void m350() {
        Object result;
        try { result = value350(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "-$7".equals(result);
    }
}
