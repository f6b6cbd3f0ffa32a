// What the JDK's code keeps as bytes: buffers and their views, memory outside of the heap, checksums; files and resources of the JDK, names of files.
package check;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.Normalizer;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

public class JdkMemory {
    private static void require(boolean isSo) {
        if (!isSo) {
            throw new IllegalStateException();
        }
    }

    public static void bigFirstOk(int number) {
        byte[] bytes = ByteBuffer.allocate(4).putInt(number).array();
        require(bytes[0] == (byte) (number >> 24) && bytes[3] == (byte) number);
    }

    public static void bigFirstBad(int number) {
        byte[] bytes = ByteBuffer.allocate(4).putInt(number).array();
        require(bytes[0] == (byte) number);
    }

    public static void unalignedOk(long number) {
        ByteBuffer buffer = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(3, number);
        require(buffer.getLong(3) == number && buffer.get(3) == (byte) number);
    }

    public static void anywhereOk(byte[] bytes, int index) {
        if (bytes != null && bytes.length >= 4 && index >= 0 && index <= bytes.length - 4) {
            int number = ByteBuffer.wrap(bytes).getInt(index);
            require((byte) number == bytes[index + 3]);
        }
    }

    public static void anywhereBad(byte[] bytes, int index) {
        if (bytes != null && bytes.length >= 4 && index >= 0 && index <= bytes.length - 4) {
            int number = ByteBuffer.wrap(bytes).getInt(index);
            require((byte) number != 7);
        }
    }

    public static void viewOk(int number) {
        ByteBuffer bytes = ByteBuffer.allocate(8);
        bytes.asIntBuffer().put(1, number);
        require(bytes.get(7) == (byte) number && bytes.asShortBuffer().get(3) == (short) number);
    }

    public static void doubleOk() {
        require(ByteBuffer.allocate(8).putDouble(1.5).getDouble(0) == 1.5);
    }

    public static void directOk(int number) {
        ByteBuffer direct = ByteBuffer.allocateDirect(16);
        direct.putInt(5, number).putShort((short) 9);
        ByteBuffer copy = ByteBuffer.allocate(16).put(direct.position(0));
        require(direct.getInt(5) == number && direct.get(1) == 9 && copy.getInt(5) == number && direct.get(15) == 0);
    }

    public static void directBad(int number) {
        ByteBuffer direct = ByteBuffer.allocateDirect(8).putInt(number);
        require(direct.get(0) != 42);
    }

    public static void checksumOk() {
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        CRC32 cyclic = new CRC32();
        cyclic.update(digits, 0, 9);
        Adler32 sums = new Adler32();
        sums.update(digits);
        require(cyclic.getValue() == 0xCBF43926L && sums.getValue() == 0x091E01DEL);
    }

    public static void checksumBad() {
        CRC32 sum = new CRC32();
        sum.update(new byte[4], 1, 2);
        require(sum.getValue() != 0x41D912FFL);
    }

    public static void accentsOk() {
        require(Normalizer.normalize("\u00e9", Normalizer.Form.NFD).equals("e\u0301"));
    }

    public static void accentsBad() {
        require(Normalizer.normalize("e\u0301", Normalizer.Form.NFC).length() == 2);
    }

    public static void namesOk() {
        File file = new File("a/b", "c.txt");
        Path path = Path.of("a", "b", "..", "c.txt");
        require(file.getName().equals("c.txt") && file.getParent().equals("a/b") && !file.isAbsolute());
        require(path.normalize().toString().equals("a/c.txt") && path.getFileName().toString().equals("c.txt"));
    }

    public static void namesBad() {
        require(Path.of("/a/b").relativize(Path.of("/a/c")).toString().equals("c"));
    }

    public static void zonesOk() {
        ZonedDateTime noon = ZonedDateTime.of(2024, 7, 1, 12, 0, 0, 0, ZoneId.of("Europe/Paris"));
        require(noon.withZoneSameInstant(ZoneId.of("UTC")).getHour() == 10);
        require(ZoneId.of("Asia/Tokyo").getRules().getOffset(Instant.EPOCH).getTotalSeconds() == 32400);
    }

    public static void zonesBad() {
        require(ZoneId.of("Europe/Paris").getRules().isFixedOffset());
    }

    enum Metal { IRON, GOLD, ZINC }

    // Where in a table an enum constant stands its identity hash code says.
    public static void tableOk(int count) {
        ConcurrentHashMap<Metal, Integer> weights = new ConcurrentHashMap<>();
        weights.put(Metal.IRON, count);
        weights.putIfAbsent(Metal.GOLD, 7);
        require(weights.get(Metal.IRON) == count && weights.get(Metal.GOLD) == 7 && weights.get(Metal.ZINC) == null);
    }

    public static void tableBad(int count) {
        ConcurrentHashMap<Metal, Integer> weights = new ConcurrentHashMap<>();
        weights.put(Metal.IRON, count);
        weights.put(Metal.GOLD, 7);
        require(weights.get(Metal.IRON) != 12);
    }

    public static void slotsOk(int index) {
        AtomicReferenceArray<String> slots = new AtomicReferenceArray<>(4);
        if (index >= 0 && index < 4) {
            slots.set(index, "x");
            require(slots.get(index).equals("x") && slots.get((index + 1) % 4) == null);
        }
    }

    public static void numbersOk() {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.US);
        require(new DecimalFormat("#0.0;(#0.0)", symbols).format(-7.25).equals("(7.2)"));
    }

    public static void numbersBad() {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.US);
        require(symbols.getDecimalSeparator() == ',');
    }
}
