package seen_early;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Objects that other code comes by before their constructor is done. */
public class P {
    /** A method that is static keeps it. */
    public static final class Registered {
        private static Registered last;
        private final String name;

        public Registered(String name) {
            register(this);
            if (name.isEmpty()) {
                throw new IllegalArgumentException();
            }
            this.name = name;
        }

        private static void register(Registered registered) {
            last = registered;
        }

        public static Registered last() {
            return last;
        }

        public int registeredBad() {
            return name.length();
        }
    }

    /** A method reference has it. */
    public static final class Listening {
        private final String name;

        public Listening(List<Supplier<Integer>> listeners) {
            listeners.add(this::listeningBad);
            if (listeners.size() > 1) {
                throw new IllegalArgumentException();
            }
            name = "x";
        }

        public int listeningBad() {
            return name.length();
        }
    }

    /** A lambda expression has it. */
    public static final class Captured {
        private final String name;

        public Captured(List<Supplier<Integer>> listeners) {
            listeners.add(() -> capturedBad());
            if (listeners.size() > 1) {
                throw new IllegalArgumentException();
            }
            name = "x";
        }

        public int capturedBad() {
            return name.length();
        }
    }

    /** It is called by way of a field. */
    public static final class Itself {
        private final Itself self;
        private final String name;

        public Itself() {
            self = this;
            self.itselfBad();
            name = "x";
        }

        public int itselfBad() {
            return name.length();
        }
    }

    /** The JDK asks it for its text. */
    public static final class Text {
        private final List<String> all = new ArrayList<>();

        public Text() {
            String.valueOf(this);
            all.add("x");
        }

        public String firstBad() {
            return all.get(0);
        }

        @Override
        public String toString() {
            return firstBad();
        }
    }

    /** The JDK asks it for its number, from the constructor of the class above. */
    public static class Hashed {
        protected final int hash;

        public Hashed() {
            hash = java.util.Objects.hash(this, 1);
        }
    }

    public static final class Below extends Hashed {
        private final int divisor;

        public Below() {
            divisor = 5;
        }

        public int quotientBad() {
            return 10 / divisor;
        }

        @Override
        public int hashCode() {
            return quotientBad();
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    /** A constant with a body is of a class that has no constants. */
    public enum Shape {
        ROUND {
            @Override
            int corners() {
                return 0;
            }
        },
        SQUARE;

        int corners() {
            return 4;
        }

        public int constantsBad() {
            return getClass().getEnumConstants().length;
        }
    }

    private static final int[] EMPTY = {};

    public static int[] empty() {
        return EMPTY;
    }

    public static int literalBad(Object object) {
        return object == "abc" ? 1 / 0 : 0;
    }

    public static int numberBad(Number number) {
        return number == (Number) 5 ? 1 / 0 : 0;
    }

    public static int arrayBad(Object object) {
        return object == EMPTY ? 1 / 0 : 0;
    }

    public static int narrowerBad(Object[] objects, String[] texts) {
        return objects != null && objects == texts ? 1 / 0 : 0;
    }
}
