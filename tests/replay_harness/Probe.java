// What the fixtures do not have but the replay harness must stand: output, exit, records, strings, JDK objects.
package probe;

import java.util.ArrayList;

class Probe {
    static final int FIXED = 41;
    static String name = "abc";
    static int calls;

    static {
        System.out.println("initialised");
    }

    final int number = seed();
    String text;
    Class<?> type;
    Object any;
    float single;
    double twice;
    boolean flag;
    byte small;
    char letter;
    short brief;
    long wide;

    record Pair(int left, Object right) {
        int leftOf() {
            return left;
        }
    }

    static class Broken {
        static int value = 1 / Integer.parseInt("0");
    }

    static class ThrowingConstructor {
        ThrowingConstructor(int[] log) {
            log[0] = 1;
            throw new IllegalStateException("no");
        }
    }

    abstract static class Half {
        int size;

        Half(int size) {
            if (size < 0) {
                throw new IllegalArgumentException("size");
            }
            this.size = size;
        }
    }

    static class Whole extends Half {
        int more;

        Whole() {
            super(3);
            more = 4;
        }
    }

    abstract static class Asked {
        final String seen;

        protected Asked(long number, double share, String text) {
            seen = number + " " + share + " " + text + " " + letter() + wide();
        }

        abstract char letter();

        abstract long wide();

        protected abstract float single();

        abstract double twice(int ignored, long other);

        abstract String text();

        abstract void nothing();

        String all() {
            nothing();
            return seen + " " + letter() + " " + wide() + " " + single() + " " + twice(1, 2) + " " + text();
        }
    }

    interface Named {
        boolean isNamed();

        default String name() {
            return isNamed() ? "named" : "unnamed";
        }
    }

    static int readFrom(java.io.Reader reader) throws java.io.IOException {
        return reader.read();
    }

    static class List extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        int extra;
    }

    static class Übung {
        int größe;
    }

    static int seed() {
        return 5;
    }

    static int noisy(int a) {
        System.out.println("return " + a);
        System.err.print("error");
        return a;
    }

    static int readsInput() throws Exception {
        return System.in.read();
    }

    static void exit() {
        System.exit(7);
    }

    static Object[] jdkObjects() {
        return new Object[] {new ArrayList<>(), 5, "x", int[].class, new List()};
    }

    static Object pair(int left, Object right) {
        return new Pair(left, right);
    }

    static Runnable lambda() {
        return () -> calls++;
    }

    static int countCall() {
        return ++calls;
    }

    static void rename() {
        name = "b";
        calls = 100;
    }

    static int broken() {
        return Broken.value;
    }

    static Probe same(Probe a) {
        return a;
    }

    static Probe chain(int n) {
        Probe last = null;
        for (int i = 0; i < n; i++) {
            Probe next = new Probe();
            next.any = last;
            last = next;
        }
        return last;
    }

    static int exhaust() {
        long[][] hoard = new long[1 << 16][];
        for (int i = 0; i < hoard.length; i++) {
            hoard[i] = new long[1 << 20];
        }
        return hoard.length;
    }

    static int sum(byte b, char c, short s, boolean z, long j, double d) {
        return b + c + s + (z ? 1 : 0) + (int) j + (int) d;
    }

    static int varargs(int... numbers) {
        return numbers.length;
    }
}
