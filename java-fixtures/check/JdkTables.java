// What the JDK keeps in tables, files, services and natives of its own: texts of dates, charsets, providers, the default zone and locale.
package check;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class JdkTables {
    private static void require(boolean isSo) {
        if (!isSo) {
            throw new IllegalStateException();
        }
    }

    private static SimpleDateFormat formatOf(String pattern) {
        SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.US);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format;
    }

    public static void parsedOk() {
        require(LocalTime.parse("07:08:09").toSecondOfDay() == 25689);
        require(YearMonth.parse("2024-02").atEndOfMonth().getDayOfMonth() == 29);
        require(LocalDate.parse("20240506", DateTimeFormatter.BASIC_ISO_DATE).getDayOfYear() == 127);
    }

    public static void parsedBad() {
        require(LocalTime.parse("07:08:09").toSecondOfDay() == 25690);
    }

    public static void conflictOk() {
        try {
            LocalDate.parse("2024-03-04 1", DateTimeFormatter.ofPattern("uuuu-MM-dd D"));
            require(false);
        } catch (DateTimeException e) {
            require(e.getMessage().endsWith("Conflict found: Field DayOfYear 64 differs from DayOfYear 1 derived from 2024-03-04"));
        }
    }

    /** Which field is named first depends on hash codes. */
    public static void conflicts() {
        try {
            LocalDate.parse("2024-03-04 1 1 1 1", DateTimeFormatter.ofPattern("uuuu-MM-dd D e F W", Locale.US));
        } catch (DateTimeException e) {
            require(e.getMessage().contains("Conflict found") || e.getMessage().contains("conflict"));
        }
    }

    public static void dayTextOk() {
        require(LocalDate.of(2024, 3, 4).format(DateTimeFormatter.ofPattern("EEEE, d. MMMM uuuu", Locale.US)).equals("Monday, 4. March 2024"));
        require(DayOfWeek.MONDAY.getDisplayName(TextStyle.SHORT, Locale.ENGLISH).equals("Mon"));
    }

    public static void monthTextOk() {
        require(LocalDate.parse("4 Mar 2024", DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH)).equals(LocalDate.of(2024, 3, 4)));
    }

    public static void monthTextBad() {
        require(LocalDate.parse("4 May 2024", DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH)).equals(LocalDate.of(2024, 3, 4)));
    }

    /** Texts of every style are tried. */
    public static void lenient() {
        DateTimeFormatter lenient = new DateTimeFormatterBuilder().parseLenient().appendText(ChronoField.DAY_OF_WEEK).toFormatter(Locale.US);
        require(lenient.parse("Monday").get(ChronoField.DAY_OF_WEEK) == 1);
    }

    public static void localizedOk() {
        String text = DateTimeFormatter.ofLocalizedDate(FormatStyle.SHORT).withLocale(Locale.US).format(LocalDate.of(2024, 7, 4));
        require(text.equals("7/4/24"));
    }

    public static void scannedOk() {
        Scanner scanner = new Scanner("12 3.5 word");
        scanner.useLocale(Locale.US);
        require(scanner.nextInt() == 12 && scanner.nextDouble() == 3.5 && scanner.next().equals("word"));
    }

    public static void dateFormatOk() throws ParseException {
        require(formatOf("EEE, d MMM yyyy").format(new Date(1_700_000_000_000L)).equals("Tue, 14 Nov 2023"));
        require(formatOf("yyyy-MM-dd").parse("2024-02-29").getTime() == 1_709_164_800_000L);
    }

    public static void dateFormatBad() {
        require(formatOf("HH:mm").format(new Date(60_000)).equals("00:02"));
    }

    public static void calendarOk() {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        calendar.clear();
        calendar.set(2024, Calendar.JANUARY, 31);
        calendar.add(Calendar.MONTH, 1);
        require(calendar.get(Calendar.DAY_OF_MONTH) == 29 && calendar.getTimeInMillis() == 1_709_164_800_000L);
        require(calendar.getActualMaximum(Calendar.DAY_OF_YEAR) == 366);
    }

    public static void clockBad() {
        require(new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US).get(Calendar.YEAR) < 2000);
    }

    public static void twoDigitsBad() throws ParseException {
        require(formatOf("yy").parse("39").getTime() < 0);
    }

    public static void zoneOk() {
        require(TimeZone.getDefault() != TimeZone.getDefault());
    }

    public static void charsetOk() {
        try {
            Charset.forName("nope-1");
            require(false);
        } catch (UnsupportedCharsetException e) {
            require(e.getCharsetName().equals("nope-1"));
        }
    }

    public static void finalSigmaOk() {
        require("\u039f\u03a3".toLowerCase(Locale.ROOT).equals("\u03bf\u03c2"));
        require("\u00c4 \u0130".toLowerCase(Locale.ROOT).equals("\u00e4 i\u0307"));
    }

    public static void serializedOk() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ObjectOutputStream(out).writeObject(new ArrayList<>(List.of("a", "b")));
        Object read = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
        require(read.equals(List.of("a", "b")));
    }

    public static void digestOk() throws NoSuchAlgorithmException {
        require(MessageDigest.getInstance("MD5").digest("abc".getBytes(StandardCharsets.UTF_8))[0] == (byte) 0x90);
    }

    public static void codeOk() throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("k".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        require(mac.doFinal("m".getBytes(StandardCharsets.UTF_8)).length == 32);
    }

    public static void viewOk() {
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        require((int) view.get(new byte[] {0, 0, 1, 2}, 0) == 258);
        try {
            int read = (int) view.get(new byte[] {0, 0, 1, 2}, 9);
            require(read > 0 && false);
        } catch (IndexOutOfBoundsException e) {
            require(e.getMessage().equals("Index 9 out of bounds for length 1"));
        }
    }

    public static void skipListOk() {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        for (int key = 5; key > 0; key--) {
            map.put(key, "v" + key);
        }
        require(map.firstKey() == 1 && map.ceilingEntry(3).getValue().equals("v3") && map.headMap(4).size() == 3);
    }

    public static void printedOk() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        stream.print("a");
        stream.print(42);
        stream.printf(Locale.US, "%5.1f", 3.14);
        require(out.toString(StandardCharsets.UTF_8).equals("a42  3.1"));
    }

    public static void printedBad() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new PrintStream(out, true, StandardCharsets.UTF_8).print("ab");
        require(out.size() == 3);
    }

    public static void currencyOk() {
        require(Currency.getInstance("EUR").getDefaultFractionDigits() == 2 && Currency.getInstance("JPY").getNumericCode() == 392);
    }

    public static void cubeRoot() {
        require(Math.cbrt(27.0) == 3.0);
    }

    public static void tokensOk() {
        StringTokenizer tokens = new StringTokenizer(";a,bc;;d", ",;");
        require(tokens.countTokens() == 3 && tokens.nextToken().equals("a") && tokens.nextToken().equals("bc"));
        require(new StringTokenizer("a,b", ",", true).countTokens() == 3);
    }

    public static void copiedOk() {
        Map<DayOfWeek, Integer> map = new HashMap<>();
        for (DayOfWeek day : DayOfWeek.values()) {
            map.put(day, day.getValue());
        }
        Map<DayOfWeek, Integer> copy = new HashMap<>(map);
        require(copy.equals(map) && copy.get(DayOfWeek.FRIDAY) == 5);
    }

    public static void copiedSetOk() {
        Set<String> set = new HashSet<>(Set.of("a", "b", "c", "d"));
        require(set.contains("c") && String.join("", set).equals("abcd"));
    }

    /** Whether the one or the other comes first depends on the salt. */
    public static String colliding() {
        Set<String> set = new HashSet<>(Set.of("Aa", "BB", "c"));
        String joined = String.join("", set);
        require(joined.equals("cAaBB") || joined.equals("cBBAa") || joined.equals("AaBBc") || joined.equals("BBAac"));
        return joined;
    }

    public static void orderBad() {
        Map<ChronoField, Integer> map = new HashMap<>();
        for (ChronoField field : ChronoField.values()) {
            map.put(field, field.ordinal());
        }
        List<ChronoField> copied = new ArrayList<>(new LinkedHashMap<>(map).keySet());
        require(copied.equals(List.of(ChronoField.values())));
    }
}
