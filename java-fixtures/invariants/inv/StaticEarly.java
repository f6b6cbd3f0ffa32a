package inv;

/** A class that is used before its initialiser has come to what it needs. */
public class StaticEarly extends StaticFirst {
    private static final int PROBED = Probe.tries();
    private static int size = 5;

    /** What the initialiser calls. */
    static final class Probe {
        static int failures;

        static int tries() {
            try {
                return sizeBad();
            } catch (ArithmeticException failure) {
                failures++;
                return 0;
            }
        }
    }

    static int tries() {
        return Probe.tries();
    }

    public static void grow() {
        size = size > 100 ? 1 : size + 1;
    }

    public static int sizeBad() {
        return 10 / size;
    }
}
