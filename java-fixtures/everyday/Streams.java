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

public final class Streams {
    record P(String name, int age, String city) { }
    static List<P> people() { return List.of(new P("Ann", 31, "Rome"), new P("Bob", 25, "Oslo"), new P("Cid", 31, "Oslo"), new P("Dee", 19, "Rome")); }
    private static Object value0() throws Throwable {  Object value = IntStream.range(0, 5).sum(); return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "10".equals(result);
    }
    private static Object value25() throws Throwable {  Object value = IntStream.rangeClosed(1, 10).summaryStatistics().getMax(); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "10".equals(result);
    }
    private static Object value50() throws Throwable {  Object value = IntStream.of(3, 1, 2).distinct().count(); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "3".equals(result);
    }
    private static Object value75() throws Throwable {  Object value = people().stream().mapToInt(P::age).average().getAsDouble(); return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "26.5".equals(result);
    }
    private static Object value100() throws Throwable {  Object value = people().stream().collect(Collectors.filtering(p -> p.age() < 30, Collectors.counting())); return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "2".equals(result);
    }
    private static Object value125() throws Throwable {  Object value = Stream.<Integer>builder().add(4).add(5).build().toList(); return String.valueOf(value); }
    public static void m125() {
        Object result;
        try { result = value125(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "[4, 5]".equals(result);
    }
    private static Object value150() throws Throwable {  Object value = IntStream.range(0, 1000).filter(x -> x % 7 == 0).max(); return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "OptionalInt[994]".equals(result);
    }
    private static Object value175() throws Throwable { UnaryOperator<String> u = String::trim; Object value = u.apply("  x ") + BinaryOperator.<Integer>minBy(Comparator.naturalOrder()).apply(4, 2); return String.valueOf(value); }
    public static void m175() {
        Object result;
        try { result = value175(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "x2".equals(result);
    }
}
