package open_fields;

/** Fields that code of other packages assigns: of objects that are given out, and by the names of classes below. */
public class P extends Hidden {
    /** What holds its part in a public field. */
    public static class Open {
        public Object part = "";
        public int divisor = 1;
        final int fixed = 1;
    }

    private final Open open = new Open();

    public Open open() {
        return open;
    }

    public void partBad() {
        assert open.part != null;
    }

    public int divisorBad() {
        return 6 / open.divisor;
    }

    public int fixedOk() {
        return 6 / open.fixed;
    }

    public static void numberBad() {
        assert number == 4;
    }

    public static void guardedBad() {
        assert guarded == 4;
    }

    public static void ownOk() {
        assert own == 4;
    }
}

class Hidden {
    public static int number = 4;
    protected static int guarded = 4;
    static int own = 4;
}
