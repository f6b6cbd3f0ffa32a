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

public final class Texts {
    private static Object value0() throws Throwable {  Object value = String.format(Locale.US, "%5d|%-5d|%05d", 1234, 5678, 9); return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert " 1234|5678 |00009".equals(result);
    }
    private static Object value25() throws Throwable {  Object value = String.format(Locale.US, "%e", 1234.5678, 2, 3); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "1.234568e+03".equals(result);
    }
    private static Object value50() throws Throwable {  Object value = String.format(Locale.ROOT, "%,d", "text", 'c', true); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "java.util.IllegalFormatConversionException: d != java.lang.String".equals(result);
    }
    private static Object value75() throws Throwable {  Object value = String.format(Locale.ROOT, "%2$s %1$s", 1234, 5678, 9); return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "5678 1234".equals(result);
    }
    private static Object value100() throws Throwable {  Object value = String.format(Locale.US, "%08.2f", -1e10); return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "-10000000000.00".equals(result);
    }
    private static Object value125() throws Throwable {  Object value = MessageFormat.format("{0,choice,0#none|1#one|1<many}", 5, "x"); return String.valueOf(value); }
    public static void m125() {
        Object result;
        try { result = value125(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "many".equals(result);
    }
    private static Object value150() throws Throwable {  Object value = Pattern.compile("(\\w+)@(\\w+)\\.com").matcher("hello").replaceAll("#"); return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "hello".equals(result);
    }
    private static Object value175() throws Throwable {  Object value = Pattern.compile("a*b").matcher("joe@site.com").replaceAll("#"); return String.valueOf(value); }
    public static void m175() {
        Object result;
        try { result = value175(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "joe@site.com".equals(result);
    }
    private static Object value200() throws Throwable {  Object value = Pattern.compile("(?i)HELLO").matcher("2024-05").replaceAll("#"); return String.valueOf(value); }
    public static void m200() {
        Object result;
        try { result = value200(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "2024-05".equals(result);
    }
    private static Object value225() throws Throwable {  Object value = Pattern.compile("^\\s*$").matcher("aaab").replaceAll("#"); return String.valueOf(value); }
    public static void m225() {
        Object result;
        try { result = value225(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "aaab".equals(result);
    }
    private static Object value250() throws Throwable {  Object value = Pattern.compile("b").asPredicate().test("abc"); return String.valueOf(value); }
    public static void m250() {
        Object result;
        try { result = value250(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "true".equals(result);
    }
    private static Object value275() throws Throwable {  Object value = "aaa.bbb".replaceAll("[^a-z]", ""); return String.valueOf(value); }
    public static void m275() {
        Object result;
        try { result = value275(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "aaabbb".equals(result);
    }
    private static Object value300() throws Throwable {  Object value = Normalizer.normalize("é", Normalizer.Form.NFD).length(); return String.valueOf(value); }
    public static void m300() {
        Object result;
        try { result = value300(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "2".equals(result);
    }
    private static Object value325() throws Throwable {  Object value = Currency.getInstance("USD").toString(); return String.valueOf(value); }
    public static void m325() {
        Object result;
        try { result = value325(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "USD".equals(result);
    }
    private static Object value350() throws Throwable {  Object value = UUID.fromString("123e4567-e89b-12d3-a456-426614174000").version(); return String.valueOf(value); }
    public static void m350() {
        Object result;
        try { result = value350(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "1".equals(result);
    }
}
