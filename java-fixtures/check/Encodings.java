// Texts to bytes and back.
package check;

import java.nio.charset.StandardCharsets;

public class Encodings {
    public static int headBad(String text) {
        if (text == null || text.length() > 2) {
            return 0;
        }
        return text.getBytes(StandardCharsets.UTF_8)[1];
    }

    public static int headOk(int digit) {
        byte[] bytes = "0123456789\u00e9".getBytes(StandardCharsets.UTF_8);
        if (bytes.length != 12) {
            throw new IllegalStateException("two bytes for the last");
        }
        return digit < 0 || digit > 9 ? 0 : bytes[digit];
    }

    public static void latinBad(byte[] bytes) {
        if (bytes == null || bytes.length != 2) {
            return;
        }
        if (new String(bytes, StandardCharsets.ISO_8859_1).equals("\u00e9a")) {
            throw new IllegalStateException("found");
        }
    }

    public static String asciiOk(byte[] bytes) {
        if (bytes == null || bytes.length != 2) {
            return "";
        }
        String text = new String(bytes, StandardCharsets.US_ASCII);
        if (text.length() != 2 || text.charAt(0) > 127 && text.charAt(0) != '\ufffd') {
            throw new IllegalStateException("never");
        }
        return text;
    }

    public static int sequenceBad(CharSequence text) {
        if (text instanceof String) {
            return 10 / text.length();
        }
        return 0;
    }

    public static void nullNameOk(String name) {
        if (name != null) {
            return;
        }
        try {
            java.nio.charset.Charset.forName(name);
        } catch (IllegalArgumentException expected) {
            return;
        }
        throw new AssertionError();
    }

    public static void nullArgumentsOk(Object[] given) {
        if (given == null && !String.format("a", given).equals("a")) {
            throw new AssertionError();
        }
    }
}
