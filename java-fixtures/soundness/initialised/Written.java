package initialised;

/** What the initialiser of one class assigns to a static field of another is assigned where the class is used first. */
public class Written {
    static int level;

    static class Direct {
        static {
            level = 5;
        }

        static void use() {
        }
    }

    static class Assigns {
        static {
            level = 6;
        }
    }

    static class Makes {
        static final Object MADE = new Assigns();

        static void use() {
        }
    }

    static class Base {
        static {
            level = 7;
        }
    }

    static class Derived extends Base {
        static void use() {
        }
    }

    static class Quiet {
        static final Object MADE = new Object();

        static void use() {
        }
    }

    static void lower() {
        level = 0;
    }

    public static void directBad() {
        int before = level;
        Direct.use();
        assert before == level;
    }

    public static void madeBad() {
        int before = level;
        Makes.use();
        assert before == level;
    }

    public static void inheritedBad() {
        level = 1;
        Derived.use();
        assert level == 1;
    }

    public static void onlyOnceBad() {
        Direct.use();
        assert level == 5;
    }

    public static void readOnlyAfterOk() {
        Makes.use();
        int now = level;
        Makes.use();
        assert now == level;
    }

    public static void quietOk() {
        int before = level;
        Quiet.use();
        assert before == level;
    }
}
