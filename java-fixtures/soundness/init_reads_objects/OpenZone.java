package init_reads_objects;

/** A constant of a subclass that anybody may use first: then it is null. */
public abstract class OpenZone {
    public static final OpenZone UTC = Utc.INSTANCE;

    public static final class Utc extends OpenZone {
        public static final OpenZone INSTANCE = new Utc();
    }

    public static boolean isNull() {
        return UTC == null;
    }

    public static void constantBad() {
        assert UTC != null;
    }
}
