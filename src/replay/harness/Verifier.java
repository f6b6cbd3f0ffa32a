package org.sosy_lab.sv_benchmarks;

import casewise.replay.CasewiseReplay;

/** Gives a program under test the values that a job says, in its order. */
public final class Verifier {
    private Verifier() {}

    public static boolean nondetBoolean() {
        return ((Integer) CasewiseReplay.choice()) != 0;
    }

    public static byte nondetByte() {
        return ((Integer) CasewiseReplay.choice()).byteValue();
    }

    public static char nondetChar() {
        return (char) ((Integer) CasewiseReplay.choice()).intValue();
    }

    public static short nondetShort() {
        return ((Integer) CasewiseReplay.choice()).shortValue();
    }

    public static int nondetInt() {
        return (Integer) CasewiseReplay.choice();
    }

    public static long nondetLong() {
        return (Long) CasewiseReplay.choice();
    }

    public static float nondetFloat() {
        return (Float) CasewiseReplay.choice();
    }

    public static double nondetDouble() {
        return (Double) CasewiseReplay.choice();
    }

    public static String nondetString() {
        return (String) CasewiseReplay.choice();
    }

    public static void assume(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("the input does not meet an assumption");
        }
    }
}
