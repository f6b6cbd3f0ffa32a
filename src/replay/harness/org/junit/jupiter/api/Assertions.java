package org.junit.jupiter.api;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.function.Executable;

/** Those of JUnit 5's assertions that written tests use, overloaded as there, so that javac judges calls alike. */
public final class Assertions {
    private Assertions() {}

    private static void check(boolean holds, Object expected, Object actual) {
        if (!holds) {
            throw new AssertionError("expected: <" + expected + "> but was: <" + actual + ">");
        }
    }

    public static void assertTrue(boolean condition) {
        check(condition, true, condition);
    }

    public static void assertTrue(BooleanSupplier condition) {
        assertTrue(condition.getAsBoolean());
    }

    public static void assertFalse(boolean condition) {
        check(!condition, false, condition);
    }

    public static void assertFalse(BooleanSupplier condition) {
        assertFalse(condition.getAsBoolean());
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

    public static <T> T assertInstanceOf(Class<T> expected, Object actual) {
        check(expected.isInstance(actual), expected, actual);
        return expected.cast(actual);
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            check(expected.isInstance(thrown), expected, thrown);
            return expected.cast(thrown);
        }
        throw new AssertionError("expected: <" + expected + "> but nothing was thrown");
    }

    public static void assertEquals(Object expected, Object actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    public static void assertEquals(byte expected, byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(byte expected, Byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Byte expected, byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Byte expected, Byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(short expected, short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(short expected, Short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Short expected, short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Short expected, Short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(int expected, int actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(int expected, Integer actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Integer expected, int actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Integer expected, Integer actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(long expected, long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(long expected, Long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Long expected, long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Long expected, Long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(char expected, char actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(char expected, Character actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Character expected, char actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Character expected, Character actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(float expected, float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(float expected, Float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Float expected, float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Float expected, Float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(double expected, double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(double expected, Double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Double expected, double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Double expected, Double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(float expected, float actual, float delta) {
        check(delta > 0, "a positive delta", delta);
        boolean same = Float.valueOf(expected).equals(actual);
        check(same || Math.abs(expected - actual) <= delta, expected, actual);
    }

    public static void assertArrayEquals(float[] expected, float[] actual, float delta) {
        check(expected.length == actual.length, expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], actual[i], delta);
        }
    }

    public static void assertEquals(double expected, double actual, double delta) {
        check(delta > 0, "a positive delta", delta);
        boolean same = Double.valueOf(expected).equals(actual);
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

    public static void assertArrayEquals(float[] expected, float[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(double[] expected, double[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        check(Arrays.deepEquals(expected, actual), Arrays.deepToString(expected), Arrays.deepToString(actual));
    }
}
