package enum_in_initialiser;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** Initialisers that need the constants of an enum, which is initialised by that. */
public class P {
    enum Kind { SMALL, LARGE }

    static class Table {
        private static final Map<Kind, Integer> SIZES = new EnumMap<>(Kind.class);

        static {
            for (Kind kind : Kind.values()) {
                SIZES.put(kind, kind.ordinal() + 1);
            }
        }

        static int size(Kind kind) {
            return SIZES.get(kind);
        }
    }

    enum Early {
        FIRST,
        SECOND;

        private static final EnumSet<Early> ALL = EnumSet.allOf(Early.class);

        static int count() {
            return ALL.size();
        }
    }

    enum Failing {
        ONE;

        static {
            if (ONE.ordinal() == 0) {
                throw new IllegalStateException();
            }
        }
    }

    static class OfFailing {
        private static final EnumSet<Failing> ALL = EnumSet.allOf(Failing.class);

        static int count() {
            return ALL.size();
        }
    }

    enum Unready {
        ONE;

        private final int others = count();

        private static int count() {
            return Unready.class.getEnumConstants().length;
        }
    }

    public static void sizeOk(Kind kind) {
        if (kind != null) {
            assert Table.size(kind) > 0;
        }
    }

    public static void sizeBad(Kind kind) {
        if (kind != null) {
            assert Table.size(kind) == 1;
        }
    }

    public static void earlyOk() {
        assert Early.count() == 2;
    }

    public static int failingBad() {
        return OfFailing.count();
    }

    public static int unreadyBad() {
        return Unready.ONE.others;
    }
}
