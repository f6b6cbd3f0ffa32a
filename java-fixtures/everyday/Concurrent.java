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

public final class Concurrent {
    private static Object value0() throws Throwable { AtomicInteger a = new AtomicInteger(5); Object value = a.incrementAndGet(); return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "6".equals(result);
    }
    private static Object value25() throws Throwable { AtomicIntegerArray a = new AtomicIntegerArray(new int[]{1, 2, 3}); Object value = a.get(3); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 3".equals(result);
    }
    private static Object value50() throws Throwable { ConcurrentHashMap<Class<?>, String> m = new ConcurrentHashMap<>(); m.put(String.class, "s"); m.put(Integer.class, "i"); Object value = m.containsKey(Long.class); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "false".equals(result);
    }
    private static Object value75() throws Throwable { BlockingQueue<Integer> q = new LinkedBlockingQueue<>(2); q.offer(1); q.offer(2); Object value = q.toString(); return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "[1, 2]".equals(result);
    }
    private static Object value100() throws Throwable {  Object value = CompletableFuture.supplyAsync(() -> 20, Runnable::run).handle((v, e) -> v + ":" + e).join(); return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "20:null".equals(result);
    }
    private static Object value125() throws Throwable { ReentrantReadWriteLock l = new ReentrantReadWriteLock(); l.readLock().lock(); Object value = l.isWriteLocked(); return String.valueOf(value); }
    public static void m125() {
        Object result;
        try { result = value125(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "false".equals(result);
    }
    private static Object value150() throws Throwable {  Object value = Thread.currentThread().isInterrupted(); return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "false".equals(result);
    }
}
