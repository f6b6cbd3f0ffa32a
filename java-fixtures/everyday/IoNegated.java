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

public final class IoNegated {
    private static Object value0() throws Throwable { ByteArrayOutputStream o = new ByteArrayOutputStream(); o.write(65); o.write("bc".getBytes(StandardCharsets.US_ASCII)); Object value = o; return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("Abc".equals(result));
    }
    private static Object value25() throws Throwable { InputStream in = new ByteArrayInputStream("stream".getBytes(StandardCharsets.UTF_8)); in.skip(2); Object value = in.read(); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("114".equals(result));
    }
    private static Object value50() throws Throwable { ByteArrayOutputStream o = new ByteArrayOutputStream(); PrintStream p = new PrintStream(o, true, StandardCharsets.UTF_8); p.printf(Locale.US, "%5.1f", 3.14); Object value = o.size(); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("5".equals(result));
    }
    private static Object value75() throws Throwable {  Object value = "plain".getBytes(StandardCharsets.US_ASCII).length; return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("5".equals(result));
    }
    private static Object value100() throws Throwable {  Object value = Charset.forName("bad name").canEncode(); return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("java.nio.charset.IllegalCharsetNameException: bad name".equals(result));
    }
    private static Object value125() throws Throwable { ByteBuffer b = ByteBuffer.allocate(16); b.putInt(1).putLong(2).flip(); Object value = b.asReadOnlyBuffer().isReadOnly(); return String.valueOf(value); }
    public static void m125() {
        Object result;
        try { result = value125(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("true".equals(result));
    }
    private static Object value150() throws Throwable { CharBuffer c = CharBuffer.wrap("buffer"); Object value = c.position(); return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("0".equals(result));
    }
    private static Object value175() throws Throwable {  Object value = MessageDigest.getInstance("SHA-1").getDigestLength(); return String.valueOf(value); }
    public static void m175() {
        Object result;
        try { result = value175(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("20".equals(result));
    }
    private static Object value200() throws Throwable { ByteArrayOutputStream o = new ByteArrayOutputStream(); try (GZIPOutputStream g = new GZIPOutputStream(o)) { g.write("zip zip zip".getBytes(StandardCharsets.UTF_8)); }; Object value = new String(new GZIPInputStream(new ByteArrayInputStream(o.toByteArray())).readAllBytes(), StandardCharsets.UTF_8); return String.valueOf(value); }
    public static void m200() {
        Object result;
        try { result = value200(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("zip zip zip".equals(result));
    }
    private static Object value225() throws Throwable {  Object value = URI.create("mailto:a@b.c").getScheme(); return String.valueOf(value); }
    public static void m225() {
        Object result;
        try { result = value225(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("mailto".equals(result));
    }
    private static Object value250() throws Throwable {  Object value = URI.create("bad uri").isAbsolute(); return String.valueOf(value); }
    public static void m250() {
        Object result;
        try { result = value250(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("java.lang.IllegalArgumentException: Illegal character in path at index 3: bad uri".equals(result));
    }
    private static Object value275() throws Throwable {  Object value = Path.of("/x/y/z.txt").getNameCount(); return String.valueOf(value); }
    public static void m275() {
        Object result;
        try { result = value275(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert !("3".equals(result));
    }
}
