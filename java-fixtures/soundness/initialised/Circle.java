package initialised;

/** What the initialiser of one class finds in another depends on which of them is used first. */
public class Circle {
    static class Above {
        static final Above FIRST = new Below();

        int number() {
            return 0;
        }
    }

    static class Below extends Above {
        static final Integer NUMBER = Integer.valueOf(5);
        private final Integer own = NUMBER;

        @Override
        int number() {
            return own;
        }
    }

    static class Alone {
        static final Integer NUMBER = Integer.valueOf(5);
    }

    static class Reader {
        static final Integer OWN = Alone.NUMBER;
    }

    public static Object below() {
        return new Below();
    }

    public static int firstBad() {
        return Above.FIRST.number();
    }

    public static int readerOk() {
        return Reader.OWN;
    }
}
