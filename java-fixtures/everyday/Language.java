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

public final class Language {
    enum Color { RED, GREEN { @Override String hex() { return "0f0"; } }, BLUE; String hex() { return name().substring(0, 1); } }
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("negative: " + x); } int sum() { return x + y; } static Point origin() { return new Point(0, 0); } }
    record Pair<A, B>(A first, B second) { }
    sealed interface Shape permits Circle, Square { }
    record Circle(double radius) implements Shape { }
    record Square(double side) implements Shape { }
    static abstract class Animal { protected String name; Animal(String name) { this.name = name; } abstract String sound(); @Override public String toString() { return name + " says " + sound(); } }
    static class Dog extends Animal { Dog() { super("Dog"); } @Override String sound() { return "woof"; } }
    static class Counter implements Iterable<Integer> { private final int to; Counter(int to) { this.to = to; } @Override public Iterator<Integer> iterator() { return IntStream.range(0, to).iterator(); } }
    static class Resource implements AutoCloseable { final List<String> log; Resource(List<String> log) { this.log = log; log.add("open"); } @Override public void close() { log.add("close"); } }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
    static String day(int n) { return switch (n) { case 1, 7 -> "weekend"; case 2, 3, 4, 5, 6 -> { String s = "week"; yield s + "day"; } default -> throw new IllegalArgumentException("day " + n); }; }
    static int tryIt(int n) { try { if (n > 0) throw new IllegalStateException("n"); return 1; } catch (IllegalStateException e) { return 2; } finally { if (n > 5) return 3; } }
    @SafeVarargs static <T extends Comparable<T>> T largest(T... values) { T best = values[0]; for (T v : values) if (v.compareTo(best) > 0) best = v; return best; }
    @FunctionalInterface interface Tri<A, B, C, R> { R apply(A a, B b, C c); }
    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Tag { String value() default "none"; int level() default 1; }
    @Tag(value = "k", level = 3) static class Tagged { @Deprecated public int field = 4; private final String hidden = "h"; public Tagged() { } public Tagged(int f) { field = f; } public String greet(String who) { return "hi " + who; } private static int twice(int n) { return 2 * n; } }
    private static Object value0() throws Throwable {  Object value = Color.valueOf("RED"); return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "RED".equals(result);
    }
    private static Object value25() throws Throwable {  Object value = new Point(-1, 5).x(); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "java.lang.IllegalArgumentException: negative: -1".equals(result);
    }
    private static Object value50() throws Throwable {  Object value = largest(2.5); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "2.5".equals(result);
    }
    private static Object value75() throws Throwable { String s = null; Object value = s == null; return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "true".equals(result);
    }
    private static Object value100() throws Throwable { try { Objects.requireNonNull(null); } catch (RuntimeException e) { return e.getClass().getSimpleName() + ":" + e.getMessage() + ":" + e.getCause(); }; Object value = "none"; return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "NullPointerException:null:null".equals(result);
    }
    private static Object value125() throws Throwable {  Object value = Tagged.class.getEnclosingClass() == null; return String.valueOf(value); }
    public static void m125() {
        Object result;
        try { result = value125(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "false".equals(result);
    }
    private static Object value150() throws Throwable {  Object value = int.class.getTypeName(); return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "int".equals(result);
    }
    private static Object value175() throws Throwable {  Object value = StackWalker.getInstance().walk(f -> f.findFirst().isPresent()); return String.valueOf(value); }
    public static void m175() {
        Object result;
        try { result = value175(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "true".equals(result);
    }
}
