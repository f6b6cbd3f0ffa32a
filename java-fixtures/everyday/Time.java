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

public final class Time {
    private static Object value0() throws Throwable {  Object value = LocalDate.of(2024, 2, 29).plusDays(1); return String.valueOf(value); }
    public static void m0() {
        Object result;
        try { result = value0(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "2024-03-01".equals(result);
    }
    private static Object value25() throws Throwable {  Object value = LocalDate.of(2024, 2, 29).getMonthValue(); return String.valueOf(value); }
    public static void m25() {
        Object result;
        try { result = value25(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "2".equals(result);
    }
    private static Object value50() throws Throwable {  Object value = LocalDate.of(2024, 12, 31).plus(3, ChronoUnit.DECADES); return String.valueOf(value); }
    public static void m50() {
        Object result;
        try { result = value50(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "2054-12-31".equals(result);
    }
    private static Object value75() throws Throwable {  Object value = LocalDate.of(2024, 1, 1).hashCode(); return String.valueOf(value); }
    public static void m75() {
        Object result;
        try { result = value75(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "4145217".equals(result);
    }
    private static Object value100() throws Throwable {  Object value = LocalTime.of(8, 0).getHour(); return String.valueOf(value); }
    public static void m100() {
        Object result;
        try { result = value100(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "8".equals(result);
    }
    private static Object value150() throws Throwable {  Object value = Instant.EPOCH.plusSeconds(86_400); return String.valueOf(value); }
    public static void m150() {
        Object result;
        try { result = value150(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "1970-01-02T00:00:00Z".equals(result);
    }
    private static Object value175() throws Throwable {  Object value = ZonedDateTime.of(2024, 7, 1, 12, 0, 0, 0, ZoneId.of("Europe/Berlin")).plusHours(1); return String.valueOf(value); }
    public static void m175() {
        Object result;
        try { result = value175(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "2024-07-01T13:00+02:00[Europe/Berlin]".equals(result);
    }
    private static Object value225() throws Throwable {  Object value = ChronoUnit.DAYS.between(LocalDate.of(2024, 1, 1), LocalDate.of(2024, 12, 31)); return String.valueOf(value); }
    public static void m225() {
        Object result;
        try { result = value225(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "365".equals(result);
    }
    private static Object value250() throws Throwable { Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US); c.setTimeInMillis(1_700_000_000_000L); Object value = c.get(Calendar.HOUR_OF_DAY); return String.valueOf(value); }
    public static void m250() {
        Object result;
        try { result = value250(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "22".equals(result);
    }
    private static Object value275() throws Throwable {  Object value = DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(Locale.US).format(LocalDate.of(2024, 7, 4)); return String.valueOf(value); }
    public static void m275() {
        Object result;
        try { result = value275(); }
        catch (Exception e) { result = e.toString(); }
        catch (Throwable e) { throw new AssertionError(e); }
        assert "Thursday, July 4, 2024".equals(result);
    }
}
