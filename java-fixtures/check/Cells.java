// An array of strings takes nothing else.
package check;

public class Cells {
    public static Object[] rowBad(boolean header, int value) {
        Object[] cells = header ? new String[2] : new Object[2];
        cells[0] = "value";
        cells[1] = Integer.valueOf(value);
        return cells;
    }

    public static Object[] rowOk(boolean header, int value) {
        Object[] cells = header ? new String[2] : new Object[2];
        cells[0] = "value";
        if (cells instanceof String[]) {
            cells[1] = "number";
        } else {
            cells[1] = Integer.valueOf(value);
        }
        return cells;
    }
}
