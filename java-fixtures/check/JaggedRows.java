// Rows of different lengths, and rows that are not there.
package check;

public class JaggedRows {
    public static int diagonalBad(int[][] rows) {
        if (rows == null) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i < rows.length; i++) {
            sum += rows[i][i];
        }
        return sum;
    }

    public static int diagonalOk(int[][] rows) {
        if (rows == null) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i < rows.length; i++) {
            if (rows[i] != null && i < rows[i].length) {
                sum += rows[i][i];
            }
        }
        return sum;
    }
}
