package init_reads_objects;

/** A constant of a subclass that another class of its package may use first: then it is null. */
public abstract class NamedZone {
    static final NamedZone UTC = UtcNamedZone.INSTANCE;

    public static void constantBad() {
        assert UTC != null;
    }
}

final class UtcNamedZone extends NamedZone {
    static final NamedZone INSTANCE = new UtcNamedZone();
}
