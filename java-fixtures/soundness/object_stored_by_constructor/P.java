package object_stored_by_constructor;

public class P {
    static final java.util.List<P> ALL = new java.util.ArrayList<>();
    private String name;

    public P(String name) {
        ALL.add(this);
        this.name = name.trim();
    }

    public static P first() {
        return ALL.get(0);
    }

    public void chkBad() {
        assert name != null;
    }
}
