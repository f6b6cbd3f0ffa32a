package initialised;

/** A class is initialised after those interfaces above it that declare a method with a body, and only those. */
public class Interfaces {
    static int count;

    static int next() {
        return ++count;
    }

    interface Counted {
        int NUMBER = next();

        default void use() {
        }
    }

    interface Plain {
        int NUMBER = next();
    }

    interface Broken {
        int NUMBER = Integer.parseInt("x");

        default void use() {
        }
    }

    interface Unused {
        int NUMBER = Integer.parseInt("x");
    }

    static class OfCounted implements Counted {
    }

    static class OfPlain implements Plain {
    }

    static class OfBroken implements Broken {
    }

    static class OfUnused implements Unused {
    }

    public static void countBad() {
        int before = count;
        new OfCounted();
        assert count == before;
    }

    public static void countOk() {
        int before = count;
        new OfPlain();
        assert count == before;
    }

    public static Object brokenBad() {
        return new OfBroken();
    }

    public static void secondBad() {
        try {
            new OfBroken();
        } catch (ExceptionInInitializerError failure) {
            return;
        }
    }

    public static Object brokenOk() {
        return new OfUnused();
    }
}
