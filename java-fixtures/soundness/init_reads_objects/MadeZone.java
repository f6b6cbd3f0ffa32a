package init_reads_objects;

/** Constants of subclasses that a lambda expression, a subclass of theirs or a program's start may use first. */
public abstract class MadeZone {
    static final MadeZone UTC = UtcMadeZone.INSTANCE;

    public static void constantBad() {
        assert UTC != null;
    }
}

final class UtcMadeZone extends MadeZone {
    static final MadeZone INSTANCE = new UtcMadeZone();
}

abstract class ParentZone {
    static final ParentZone FIRST = MiddleZone.INSTANCE;

    public static void constantBad() {
        assert FIRST != null;
    }
}

class MiddleZone extends ParentZone {
    static final ParentZone INSTANCE = new MiddleZone();
}

final class LastZone extends MiddleZone {
    static void use() {
    }
}

abstract class StartedZone {
    static final StartedZone FIRST = MainZone.INSTANCE;
    static boolean wasNull;

    public static void constantBad() {
        assert FIRST != null;
    }
}

final class MainZone extends StartedZone {
    static final StartedZone INSTANCE = new MainZone();

    public static void main(String[] arguments) {
        StartedZone.constantBad();
    }
}
