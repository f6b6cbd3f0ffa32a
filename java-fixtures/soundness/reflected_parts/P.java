package reflected_parts;

/** A private class whose state only a constructor leaves that is looked for by reflection. */
public class P {
    private static final class Hidden {
        private final int kind;

        private Hidden() {
            kind = 0;
        }

        private Hidden(int kind) {
            this.kind = kind | 1;
        }
    }

    public static Object hidden(int kind) {
        return new Hidden(kind);
    }

    public static Object found() throws ReflectiveOperationException {
        return Hidden.class.getDeclaredConstructor().newInstance();
    }

    public static void kindBad(Object object) {
        if (object instanceof Hidden && ((Hidden) object).kind == 0) {
            throw new IllegalStateException();
        }
    }
}
