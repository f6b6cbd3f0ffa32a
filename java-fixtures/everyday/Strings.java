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

public final class Strings {
    private static Object value0() throws Throwable {  Object value = "Hello World".length(); return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "11".equals(result);
    }
    private static Object value25() throws Throwable {  Object value = "casewise".substring(3); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "ewise".equals(result);
    }
    private static Object value50() throws Throwable {  Object value = "  padded  ".stripLeading(); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "padded  ".equals(result);
    }
    private static Object value75() throws Throwable {  Object value = Arrays.asList("2024-02-29".split("-")); return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "[2024, 02, 29]".equals(result);
    }
    private static Object value100() throws Throwable {  Object value = "banana".toCharArray().length; return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "6".equals(result);
    }
    private static Object value125() throws Throwable {  Object value = String.join("", "a", "b", "c"); return String.valueOf(value); }
    public static void m125() {
        Object result;
        try { result = value125(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "abc".equals(result);
    }
    private static Object value150() throws Throwable {  Object value = "grüße".equalsIgnoreCase("GRÜSSE"); return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "false".equals(result);
    }
    private static Object value175() throws Throwable {  Object value = "a😀b".offsetByCodePoints(0, 2); return String.valueOf(value); }
    public static void m175() {
        Object result;
        try { result = value175(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "3".equals(result);
    }
    private static Object value200() throws Throwable { StringBuilder b = new StringBuilder(); for (int i = 0; i < 20; i++) b.append(i).append(' '); b.setLength(b.length() - 1); Object value = b; return String.valueOf(value); }
    public static void m200() {
        Object result;
        try { result = value200(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19".equals(result);
    }
    private static Object value225() throws Throwable {  Object value = "a-b-c".codePointAt(5); return String.valueOf(value); }
    public static void m225() {
        Object result;
        try { result = value225(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "java.lang.StringIndexOutOfBoundsException: index 5, length 5".equals(result);
    }
}
