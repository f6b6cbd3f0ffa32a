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

public final class Collections1 {
    private static Object value0() throws Throwable { List<Integer> l = new ArrayList<>(List.of(5, 3, 8, 1, 9, 2)); Collections.sort(l); Object value = l; return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "[1, 2, 3, 5, 8, 9]".equals(result);
    }
    private static Object value25() throws Throwable { List<String> l = List.of("pear", "apple", "fig"); Object value = l.equals(Arrays.asList("pear", "apple", "fig")); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "true".equals(result);
    }
    private static Object value50() throws Throwable { Map<String, Integer> m = new HashMap<>(); for (String w : "the cat the dog the end".split(" ")) m.merge(w, 1, Integer::sum); Object value = m.get("the"); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "3".equals(result);
    }
    private static Object value75() throws Throwable { Map<String, Integer> m = new HashMap<>(); for (String w : "a b c".split(" ")) m.merge(w, 1, Integer::sum); Object value = m.entrySet().stream().max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey())).get(); return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "c=1".equals(result);
    }
    private static Object value100() throws Throwable { TreeMap<Integer, String> m = new TreeMap<>(Map.of(10, "ten", 20, "twenty", 30, "thirty")); Object value = m.descendingMap(); return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "{30=thirty, 20=twenty, 10=ten}".equals(result);
    }
    private static Object value125() throws Throwable { Set<Integer> s = new HashSet<>(List.of(1, 2, 3)); Object value = s.contains(99); return String.valueOf(value); }
    public static void m125() {
        Object result;
        try { result = value125(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "false".equals(result);
    }
    private static Object value150() throws Throwable { Deque<Integer> d = new ArrayDeque<>(List.of(1, 2, 3)); d.clear(); Object value = d; return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "[]".equals(result);
    }
    private static Object value175() throws Throwable { LinkedList<String> l = new LinkedList<>(List.of("a", "b", "c")); l.set(2, "q"); Object value = l; return String.valueOf(value); }
    public static void m175() {
        Object result;
        try { result = value175(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "[a, b, q]".equals(result);
    }
    private static Object value200() throws Throwable {  Object value = Arrays.mismatch(new int[]{1, 2}, new int[]{1, 3}); return String.valueOf(value); }
    public static void m200() {
        Object result;
        try { result = value200(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "1".equals(result);
    }
    private static Object value225() throws Throwable { EnumSet<DayOfWeek> s = EnumSet.range(DayOfWeek.TUESDAY, DayOfWeek.THURSDAY); Object value = s.size(); return String.valueOf(value); }
    public static void m225() {
        Object result;
        try { result = value225(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "3".equals(result);
    }
    private static Object value250() throws Throwable {  Object value = Set.of(1, 2, 3).contains(2); return String.valueOf(value); }
    public static void m250() {
        Object result;
        try { result = value250(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "true".equals(result);
    }
    private static Object value275() throws Throwable { Properties p = new Properties(); p.load(new StringReader("a=1\nb = two\n# comment\nc:3")); Object value = p.getProperty("a"); return String.valueOf(value); }
    public static void m275() {
        Object result;
        try { result = value275(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "1".equals(result);
    }
    private static Object value300() throws Throwable { Stack<String> s = new Stack<>(); s.push("a"); s.push("b"); Object value = s.pop(); return String.valueOf(value); }
    public static void m300() {
        Object result;
        try { result = value300(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "b".equals(result);
    }
}
