package inv;

/** A value that is made when it is first asked for. */
public class Lazy {
    private int[] table;
    private boolean made;

    public int get(int at) {
        if (!made) {
            table = new int[10];
            made = true;
        }
        return at >= 0 && at < 10 ? table[at] : 0;
    }

    public int lengthOk() {
        return made ? table.length : 0;
    }

    public void tenOk() {
        assert table == null || table.length == 10;
    }

    public int lengthBad() {
        return table.length;
    }
}
