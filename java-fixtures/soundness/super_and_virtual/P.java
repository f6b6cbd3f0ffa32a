package super_and_virtual;

/** Calls of one method reference of the class file, by `invokespecial` in one place and by the receiver's class in another. */
public class P extends Base implements Greeting {
    private final String name;

    public P(String name) {
        this.name = name;
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public String greeting() {
        return "P";
    }

    @Override
    public String toString() {
        return name;
    }

    public void superFirstBad(Base other) {
        int above = super.level();
        assert other == null || other.level() == above;
    }

    public void virtualFirstBad(Base other) {
        int level = other == null ? 1 : other.level();
        assert super.level() == level;
    }

    public void defaultMethodBad(Greeting other) {
        String above = Greeting.super.greeting();
        assert other == null || other.greeting().equals(above);
    }

    public void objectMethodBad(P other) {
        boolean hasDefaultText = super.toString().contains("@");
        assert other == null || other.name == null || hasDefaultText == text(other).contains("@");
    }

    public static void betweenMethodsBad() {
        P one = new P("a");
        assert one.above() == one.own();
    }

    public void superTwiceOk(Base other) {
        int first = super.level();
        if (other != null) {
            other.level();
        }
        assert super.level() == first;
    }

    public static void betweenMethodsOk() {
        P one = new P("a");
        assert one.above() == 1 && one.own() == 2;
    }

    public void defaultMethodOk() {
        assert Greeting.super.greeting().equals("hello");
    }

    private static String text(Object of) {
        return of.toString();
    }

    private int above() {
        return super.level();
    }

    private int own() {
        Base self = this;
        return self.level();
    }
}
