package user_types;

import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Interfaces and abstract classes of the JDK that classes of one's own implement. */
public class Interfaces {
    public static class Broken implements CharSequence {
        public int length() {
            return -1;
        }

        public char charAt(int index) {
            throw new UnsupportedOperationException();
        }

        public CharSequence subSequence(int from, int to) {
            return this;
        }
    }

    public static class Money extends Number {
        public int intValue() {
            throw new ArithmeticException("not whole");
        }

        public long longValue() {
            return 0;
        }

        public float floatValue() {
            return 0;
        }

        public double doubleValue() {
            return 0;
        }
    }

    public static class Task implements Runnable {
        public void run() {
            throw new IllegalStateException();
        }
    }

    public static class Version implements Comparable<Version> {
        public int compareTo(Version other) {
            return 1;
        }
    }

    public static class Once implements Iterable<String> {
        public Iterator<String> iterator() {
            return null;
        }
    }

    public static class Seven implements IntSupplier {
        public int getAsInt() {
            return 7;
        }
    }

    public static class Source implements Supplier<String> {
        public String get() {
            return null;
        }
    }

    public static class Resource implements AutoCloseable {
        public void close() {
            throw new IllegalArgumentException("closed");
        }
    }

    public static void lengthBad(CharSequence text) {
        assert text == null || text.length() >= 0;
    }

    public static int numberBad(Number number) {
        return number == null ? 0 : number.intValue();
    }

    public static void otherBad(Number number) {
        assert number == null || number instanceof Money;
    }

    public static void runBad(Runnable task) {
        if (task != null) {
            task.run();
        }
    }

    public static void versionBad(Comparable<Version> candidate) {
        if (candidate != null) {
            assert candidate.compareTo(null) != 1;
        }
    }

    public static void iterableBad(Iterable<String> texts) {
        if (texts != null) {
            assert texts.iterator() != null;
        }
    }

    public static void supplierBad(IntSupplier supplier) {
        if (supplier != null) {
            assert supplier.getAsInt() != 7;
        }
    }

    public static int textBad(Supplier<String> supplier) {
        return supplier == null ? 0 : supplier.get() == null ? 1 / 0 : 1;
    }

    public static void closeBad(AutoCloseable resource) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    public static void listBad(List<Runnable> tasks) {
        if (tasks != null && tasks.size() == 1 && tasks.get(0) instanceof Task) {
            throw new IllegalStateException();
        }
    }

    public static boolean lengthOk(CharSequence text) {
        return text instanceof String;
    }

    public static int numberOk(Number number) {
        return number instanceof Integer whole ? whole : number instanceof Money ? 1 : 0;
    }

    public static boolean runOk(Runnable task) {
        return task instanceof Task;
    }
}
