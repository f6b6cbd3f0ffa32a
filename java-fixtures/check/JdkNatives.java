// What stands on native methods of the JDK, on its version and on its random numbers.
package check;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

public class JdkNatives {
    // "hello hello hello hello", by zlib.
    private static final int[] HELLO = {0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x27, 0x01, 0x68, 0x03, 0x08, 0xb1};

    private static byte[] compressed() {
        byte[] bytes = new byte[HELLO.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) HELLO[i];
        }
        return bytes;
    }

    public static void inflatedOk() {
        Inflater inflater = new Inflater();
        inflater.setInput(compressed());
        byte[] output = new byte[40];
        try {
            int length = inflater.inflate(output);
            assert length == 23 && inflater.finished() && inflater.getRemaining() == 0;
            assert new String(output, 0, length).equals("hello hello hello hello");
        } catch (DataFormatException wrong) {
            throw new IllegalStateException(wrong);
        }
        inflater.end();
    }

    // By parts of a few bytes.
    public static void partsOk() {
        StringBuilder text = new StringBuilder();
        try (InflaterInputStream input = new InflaterInputStream(new ByteArrayInputStream(compressed()), new Inflater(), 5)) {
            byte[] part = new byte[4];
            for (int count = input.read(part); count > 0; count = input.read(part)) {
                text.append(new String(part, 0, count));
            }
        } catch (IOException wrong) {
            throw new IllegalStateException(wrong);
        }
        assert text.toString().equals("hello hello hello hello");
    }

    public static int inflatedBad(int at) {
        Inflater inflater = new Inflater();
        inflater.setInput(compressed());
        byte[] output = new byte[40];
        try {
            inflater.inflate(output);
        } catch (DataFormatException wrong) {
            return -1;
        }
        if (at > 12 && at < 30 && output[at] == ' ') {
            throw new IllegalStateException();
        }
        return at;
    }

    public static void primeOk() {
        assert new BigInteger("1000003").isProbablePrime(20);
        assert BigInteger.valueOf(0x1FFF_FFFF_FFFF_FFFFL).isProbablePrime(50);
        assert !BigInteger.valueOf(1_000_000).isProbablePrime(10);
        assert BigInteger.valueOf(16).nextProbablePrime().intValue() == 17;
    }

    public static void versionOk() {
        assert Runtime.version().feature() >= 17;
        assert JarFile.runtimeVersion().feature() == Runtime.version().feature();
        assert Runtime.version() == Runtime.version();
    }

    public static void nameOk() {
        assert Character.getName('a').equals("LATIN SMALL LETTER A");
    }

    public static void streamOk() {
        assert IntStream.range(0, 100_000).filter(x -> x % 2 == 0).asLongStream().sum() == 2_499_950_000L;
        assert IntStream.rangeClosed(1, 20_000).map(x -> x * x).max().getAsInt() == 400_000_000;
    }
}
