// How names and texts stand in result lines. See ../PROTOCOL.md.
package casewise.replay;

/** Escapes what could disturb a result line. */
final class Escapes {
    private Escapes() {}

    /** Writes what could disturb a result line, and all that is not ASCII, as % and four hex digits. */
    static String escape(String name) {
        StringBuilder escaped = null;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = c > ' ' && c < 0x7f && "%=,:#\"(){}".indexOf(c) < 0;
            if (!plain && escaped == null) {
                escaped = new StringBuilder(name.substring(0, i));
            }
            if (escaped == null) {
                continue;
            }
            if (plain) {
                escaped.append(c);
            } else {
                escaped.append('%');
                hex(escaped, c, 4);
            }
        }
        return escaped == null ? name : escaped.toString();
    }

    static void hex(StringBuilder text, long value, int digits) {
        for (int shift = 4 * digits - 4; shift >= 0; shift -= 4) {
            text.append(Character.forDigit((int) (value >>> shift) & 15, 16));
        }
    }
}
