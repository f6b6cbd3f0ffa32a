package amid_a_change;

/** What objects satisfy between calls they need not while their own code is at work, which may call what others call too. */
public final class P {
    static int leftByMethod;
    static int leftByConstructor;
    static int leftByText;
    static int leftByDefault;

    /** A public method, called while the object is in between. */
    public static final class Method {
        private int number;

        public void change() {
            number = -1;
            tell();
            number = 0;
        }

        public void tell() {
            leftByMethod = number;
        }
    }

    /** The same by a constructor, before the field is assigned. */
    public static final class Constructor {
        private final Object part;

        public Constructor() {
            tell();
            part = new Object();
        }

        public void tell() {
            leftByConstructor = part == null ? 1 : 0;
        }
    }

    /** The JDK calls it. */
    public static final class Text {
        private boolean busy;

        public String change() {
            busy = true;
            String text = "" + this;
            busy = false;
            return text;
        }

        @Override
        public String toString() {
            leftByText = busy ? 1 : 0;
            return "";
        }
    }

    /** A default method of an interface. */
    public interface Told {
        int value();

        default void tell() {
            leftByDefault = value();
        }
    }

    public static final class Default implements Told {
        private int value = 1;

        public void change() {
            value = -1;
            tell();
            value = 1;
        }

        @Override
        public int value() {
            return value;
        }
    }

    /** A constructor above sees a field that is not assigned yet. */
    public abstract static class Above {
        final Object seen;

        Above() {
            seen = part();
        }

        abstract Object part();
    }

    public static final class Below extends Above {
        private final Object part = new Object();

        @Override
        Object part() {
            return part;
        }

        public void seenBad() {
            assert seen != null;
        }

        public void partOk() {
            assert part != null;
        }
    }

    public static void methodBad() {
        assert leftByMethod >= 0;
    }

    public static void constructorBad() {
        assert leftByConstructor == 0;
    }

    public static void textBad() {
        assert leftByText == 0;
    }

    public static void defaultBad() {
        assert leftByDefault >= 0;
    }
}
