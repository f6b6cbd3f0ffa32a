// Matrices in one array each, row after row.
package check;

public class MatrixProduct {
    private final int rows;
    private final int columns;
    private final int[] cells;

    public MatrixProduct(int rows, int columns) {
        if (rows < 1 || rows > 4 || columns < 1 || columns > 4) {
            throw new IllegalArgumentException("size");
        }
        this.rows = rows;
        this.columns = columns;
        cells = new int[rows * columns];
    }

    private int cell(MatrixProduct right, int row, int column) {
        int sum = 0;
        for (int i = 0; i < columns; i++) {
            sum += cells[row * columns + i] * right.cells[i * right.columns + column];
        }
        return sum;
    }

    public int cornerBad(MatrixProduct right) {
        if (right == null) {
            return 0;
        }
        return cell(right, 0, 0);
    }

    public int cornerOk(MatrixProduct right) {
        if (right == null || right.rows != columns) {
            throw new IllegalArgumentException("sizes do not fit");
        }
        return cell(right, 0, 0);
    }

    public MatrixProduct timesOk(MatrixProduct right) {
        if (right == null || right.rows != columns) {
            throw new IllegalArgumentException("sizes do not fit");
        }
        MatrixProduct product = new MatrixProduct(rows, right.columns);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < right.columns; column++) {
                product.cells[row * right.columns + column] = cell(right, row, column);
            }
        }
        return product;
    }
}
