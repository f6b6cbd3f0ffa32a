package inv;

/** Two arrays of one length. */
public class Matrix {
    private final int[] keys;
    private final int[] values;

    public Matrix(int size) {
        if (size < 1 || size > 100) {
            throw new IllegalArgumentException();
        }
        keys = new int[size];
        values = new int[size];
    }

    public void swapOk() {
        int kept = keys[0];
        keys[0] = values[0];
        values[0] = kept;
    }

    public int atOk(int index) {
        return index >= 0 && index < keys.length ? values[index] : 0;
    }

    public int atBad(int index) {
        return index >= 0 ? values[index] : 0;
    }
}
