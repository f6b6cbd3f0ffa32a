package inherited_callbacks;

import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Code of the JDK that is inherited, or constructs what is above, calls what a class here overrides. */
public final class P {
    /** A class that inherits `toString` of exceptions, which asks for a message, while an object is being changed. */
    public static final class Told {
        private final class Failure extends RuntimeException {
            @Override
            public String getMessage() {
                tell();
                return "";
            }
        }

        static final class Last {
            private static int seen;
        }

        private int number;

        public void tell() {
            Last.seen = number;
        }

        public void change() {
            number = 1;
            try {
                new Failure().toString();
            } finally {
                number = 0;
            }
        }

        public static void seenBad() {
            assert Last.seen == 0;
        }
    }

    /** A list whose `isEmpty` asks for its size. */
    public static final class Listed {
        private final class Names extends AbstractList<String> {
            @Override
            public String get(int index) {
                return "";
            }

            @Override
            public int size() {
                tell();
                return 0;
            }
        }

        static final class Last {
            private static int seen;
        }

        private int number;

        public void tell() {
            Last.seen = number;
        }

        public void change() {
            number = 1;
            try {
                new Names().isEmpty();
            } finally {
                number = 0;
            }
        }

        public static void seenBad() {
            assert Last.seen == 0;
        }
    }

    /** The constructor above sets a seed. */
    public static final class Seeded {
        private final class Numbers extends Random {
            Numbers() {
                super(1L);
            }

            @Override
            public void setSeed(long seed) {
                tell();
            }
        }

        static final class Last {
            private static int seen;
        }

        private int number;

        public void tell() {
            Last.seen = number;
        }

        public void change() {
            number = 1;
            try {
                new Numbers();
            } finally {
                number = 0;
            }
        }

        public static void seenBad() {
            assert Last.seen == 0;
        }
    }

    /** A table that asks what to forget. */
    public static final class Forgetful {
        private final class Table extends LinkedHashMap<String, String> {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                tell();
                return false;
            }
        }

        static final class Last {
            private static int seen;
        }

        private int number;

        public void tell() {
            Last.seen = number;
        }

        public void change() {
            number = 1;
            try {
                new Table().put("a", "b");
            } finally {
                number = 0;
            }
        }

        public static void seenBad() {
            assert Last.seen == 0;
        }
    }

    /** Only its own code runs while it is changed. */
    public static final class Quiet {
        private final class Part extends RuntimeException {
            void go() {
                tell();
            }
        }

        static final class Last {
            private static int seen;
        }

        private int number;

        public void tell() {
            Last.seen = number;
        }

        public void change() {
            number = 1;
            try {
                new Part().getMessage();
            } finally {
                number = 0;
            }
        }

        public static void seenOk() {
            assert Last.seen == 0;
        }
    }

    /** An initialiser runs code that sees what it has not assigned yet: a number asks itself for a part of it. */
    public static final class Early {
        static final class Part extends Number {
            @Override
            public int intValue() {
                Last.seen = First.VALUE;
                return 0;
            }

            @Override
            public long longValue() {
                return 0;
            }

            @Override
            public float floatValue() {
                return 0;
            }

            @Override
            public double doubleValue() {
                return 0;
            }
        }

        static final class First {
            static final Object VALUE;

            static {
                new Part().byteValue();
                VALUE = new Object();
            }

            static void begin() {
            }
        }

        static final class Last {
            private static Object seen = "";
        }

        public static void begin() {
            First.begin();
        }

        public static void seenBad() {
            assert Last.seen != null;
        }
    }

    /** The same of an exception that is filled in. */
    public static final class Filled {
        static final class Failure extends RuntimeException {
            @Override
            public Throwable fillInStackTrace() {
                Last.seen = First.VALUE;
                return this;
            }
        }

        static final class First {
            static final Object VALUE;

            static {
                new Failure();
                VALUE = new Object();
            }

            static void begin() {
            }
        }

        static final class Last {
            private static Object seen = "";
        }

        public static void begin() {
            First.begin();
        }

        public static void seenBad() {
            assert Last.seen != null;
        }
    }

    /** Nothing of what it makes is called. */
    public static final class Late {
        static final class Failure extends RuntimeException {
            void go() {
                Last.seen = First.VALUE;
            }
        }

        static final class First {
            static final Object VALUE;

            static {
                new Failure();
                VALUE = new Object();
            }

            static void begin() {
            }
        }

        static final class Last {
            private static Object seen = "";
        }

        public static void begin() {
            First.begin();
        }

        public static void seenOk() {
            assert Last.seen != null;
        }
    }
}
