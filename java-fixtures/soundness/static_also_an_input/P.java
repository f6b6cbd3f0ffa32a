package static_also_an_input;

public class P {
    public static final class Box { private int value; }

    private static final Box OWN = new Box();

    public static Box own() { return OWN; }

    public static void sameBad(Box box) {
        if (box != null) {
            OWN.value = 1;
            box.value = 2;
            assert OWN.value == 1;
        }
    }

    public static int readOk(Box box) { return box == null ? 0 : OWN.value + box.value; }
}
