package init_reads_objects;

/** A constant of a subclass that nobody else names: it is never null. */
public abstract class Zone {
    public static final Zone UTC = UtcZone.INSTANCE;

    public abstract int offset();

    public static void constantOk() {
        assert UTC != null;
    }

    public static void offsetOk() {
        assert UTC.offset() == 0;
    }
}

final class UtcZone extends Zone {
    static final Zone INSTANCE = new UtcZone();

    @Override
    public int offset() {
        return 0;
    }
}
