package inherited_names;

/** Member classes that code elsewhere names as members which its own classes, or public ones here, inherit. */
public class P {
    /** Subclasses name its protected member. */
    public static class Open {
        protected static class Settings {
            public static int most = 5;
            protected static int least = 1;
        }

        public static void mostBad() {
            assert Settings.most == 5;
        }

        public static void leastBad() {
            assert Settings.least == 1;
        }
    }

    private static class Hidden {
        public static class Named {
            public static int count = 3;
            private final int value;

            public Named(int value) {
                this.value = value;
            }

            public int valueBad() {
                return 10 / value;
            }
        }

        static class Kept {
            static int number = 2;
        }
    }

    /** What is nested in its superclass is named through it. */
    public static class Shown extends Hidden {
    }

    public static Object one() {
        return new Hidden.Named(1);
    }

    public static void countBad() {
        assert Hidden.Named.count == 3;
    }

    public static void passedBad(Object given) {
        if (given instanceof Hidden.Named named) {
            assert named.value == 1;
        }
    }

    public static void keptOk() {
        assert Hidden.Kept.number == 2;
    }

    interface Holder {
        class Sizes {
            public static int size = 4;
        }
    }

    public static class Holds implements Holder {
    }

    public static void sizeBad() {
        assert Holder.Sizes.size == 4;
    }

    /** Nothing public is below the class around it. */
    private static class Alone {
        public static class Inner {
            public static int count = 1;
        }
    }

    public static void aloneOk() {
        assert Alone.Inner.count == 1;
    }
}
