// What a program brings along to be run by itself: every input is zero.
package org.sosy_lab.sv_benchmarks;

public final class Verifier {
    private Verifier() {}

    public static boolean nondetBoolean() {
        return false;
    }

    public static byte nondetByte() {
        return 0;
    }

    public static char nondetChar() {
        return 0;
    }

    public static short nondetShort() {
        return 0;
    }

    public static int nondetInt() {
        return 0;
    }

    public static long nondetLong() {
        return 0;
    }

    public static float nondetFloat() {
        return 0;
    }

    public static double nondetDouble() {
        return 0;
    }

    public static String nondetString() {
        return "";
    }

    public static void assume(boolean condition) {
        if (!condition) {
            Runtime.getRuntime().halt(1);
        }
    }
}
