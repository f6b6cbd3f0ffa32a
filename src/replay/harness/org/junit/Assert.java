package org.junit;

import java.util.Arrays;
import java.util.Objects;
import org.junit.function.ThrowingRunnable;

/** Those of JUnit 4's assertions that written tests use, overloaded as there, so that javac judges calls alike. */
public final class Assert {
    private Assert() {}

    private static void check(boolean holds, Object expected, Object actual) {
        if (!holds) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }

    public static void assertTrue(boolean condition) {
        check(condition, true, condition);
    }

    public static void assertFalse(boolean condition) {
        check(!condition, false, condition);
    }

    public static void assertNull(Object actual) {
        check(actual == null, null, actual);
    }

    public static void assertNotNull(Object actual) {
        check(actual != null, "not null", actual);
    }

    public static void assertSame(Object expected, Object actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertNotSame(Object unexpected, Object actual) {
        check(unexpected != actual, "not the same", actual);
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, ThrowingRunnable runnable) {
        try {
            runnable.run();
        } catch (Throwable thrown) {
            check(expected.isInstance(thrown), expected, thrown);
            return expected.cast(thrown);
        }
        throw new AssertionError("expected:<" + expected + "> but nothing was thrown");
    }

    public static void assertEquals(Object expected, Object actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    public static void assertEquals(long expected, long actual) {
        check(expected == actual, expected, actual);
    }

    /** Always fails, as JUnit's does. */
    public static void assertEquals(double expected, double actual) {
        throw new AssertionError("a delta is needed");
    }

    public static void assertEquals(float expected, float actual, float delta) {
        boolean same = Float.compare(expected, actual) == 0;
        check(same || Math.abs(expected - actual) <= delta, expected, actual);
    }

    public static void assertArrayEquals(float[] expected, float[] actual, float delta) {
        check(expected.length == actual.length, expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], actual[i], delta);
        }
    }

    public static void assertEquals(double expected, double actual, double delta) {
        boolean same = Double.compare(expected, actual) == 0;
        check(same || Math.abs(expected - actual) <= delta, expected, actual);
    }

    public static void assertArrayEquals(double[] expected, double[] actual, double delta) {
        check(expected.length == actual.length, expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], actual[i], delta);
        }
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(short[] expected, short[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(long[] expected, long[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(char[] expected, char[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(boolean[] expected, boolean[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        check(Arrays.deepEquals(expected, actual), Arrays.deepToString(expected), Arrays.deepToString(actual));
    }
}
