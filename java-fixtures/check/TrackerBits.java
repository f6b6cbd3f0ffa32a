// Bit operations and shifts of inputs.
package check;

public class TrackerBits {
    public static int maskedBad(int value, int mask) {
        if ((value & mask) == 0x5A && (value | mask) == 0x7F) {
            throw new IllegalStateException("found");
        }
        return value;
    }

    public static int shiftedBad(int value, int distance) {
        if (value > 0 && distance > 32 && value << distance == 96) {
            throw new IllegalStateException("found");
        }
        return value;
    }

    public static int unsignedBad(int value, int distance) {
        int shifted = value >>> distance;
        assert distance == 0 || shifted >= 0;
        return shifted;
    }

    public static long unsignedLongBad(long value, int distance) {
        if (value < 0 && value >>> distance == 3) {
            throw new IllegalStateException("found");
        }
        return value;
    }

    public static int unsignedOk(int value, int distance) {
        int shifted = value >>> distance;
        assert (distance & 31) == 0 || shifted >= 0;
        return shifted;
    }

    public static int maskedOk(int value) {
        int masked = value & 0xF0;
        assert masked >= 0 && masked <= 240;
        return masked >>> 4;
    }
}
