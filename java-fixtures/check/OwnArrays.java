package check;

/** Arrays of references that only their objects come by: boards, tables of names, slots that are filled. */
public class OwnArrays {
    /** A board of a size that the code says. */
    public static final class Board {
        private final int[][] cells = new int[8][8];

        public int cellOk(int x, int y) {
            return x < 0 || x >= 8 || y < 0 || y >= 8 ? -1 : cells[y][x];
        }

        public void setOk(int x, int y, int value) {
            if (x >= 0 && x < 8 && y >= 0 && y < cells.length) {
                cells[y][x] = value;
            }
        }

        public int lastOk(int y) {
            int[] row = cells[y & 7];
            return row[row.length - 1];
        }

        public int cellBad(int x, int y) {
            return x < 0 || x > 8 || y < 0 || y > 8 ? -1 : cells[y][x];
        }
    }

    /** A board of a size that callers say. */
    public static final class Picture {
        private final int width;
        private final int height;
        private final char[][] points;

        public Picture(int width, int height) {
            if (width <= 0 || height <= 0 || width > 64 || height > 64) {
                throw new IllegalArgumentException("no points");
            }
            this.width = width;
            this.height = height;
            points = new char[height][width];
        }

        public char pointOk(int x, int y) {
            if (x < 0 || x >= width || y < 0 || y >= height) {
                throw new IllegalArgumentException("not a point");
            }
            return points[y][x];
        }

        public void plotOk(int x, int y, char color) {
            if (x >= 0 && x < width && y >= 0 && y < height) {
                points[y][x] = color;
            }
        }

        public char cornerOk() {
            return points[0][0];
        }

        public char turnedBad(int x, int y) {
            return x < 0 || x >= width || y < 0 || y >= height ? ' ' : points[x][y];
        }
    }

    /** Three in a row. */
    public static final class TicTacToe {
        private final char[][] board = new char[3][3];

        public TicTacToe() {
            for (int row = 0; row < 3; row++) {
                for (int column = 0; column < 3; column++) {
                    board[row][column] = '-';
                }
            }
        }

        public boolean playOk(int row, int column, char player) {
            if (row < 0 || row > 2 || column < 0 || column > 2 || board[row][column] != '-') {
                return false;
            }
            board[row][column] = player;
            return true;
        }

        public boolean hasWonOk(char player) {
            for (int i = 0; i < 3; i++) {
                if (board[i][0] == player && board[i][1] == player && board[i][2] == player) {
                    return true;
                }
            }
            return board[0][0] == player && board[1][1] == player && board[2][2] == player;
        }

        public String textOk() {
            StringBuilder text = new StringBuilder();
            for (char[] row : board) {
                for (char cell : row) {
                    text.append(cell);
                }
                text.append('\n');
            }
            return text.toString();
        }

        public char cellBad(int row, int column) {
            return board[row - 1][column - 1];
        }
    }

    /** Seats that are taken. */
    public static final class SeatMap {
        private final boolean[][] taken;

        public SeatMap(int rows, int seats) {
            if (rows < 0 || seats < 0 || rows > 64 || seats > 64) {
                throw new IllegalArgumentException();
            }
            taken = new boolean[rows][seats];
        }

        public boolean takeOk(int row, int seat) {
            if (row < 0 || row >= taken.length || seat < 0 || seat >= taken[row].length || taken[row][seat]) {
                return false;
            }
            taken[row][seat] = true;
            return true;
        }

        public int freeOk() {
            int free = 0;
            for (boolean[] row : taken) {
                for (boolean seat : row) {
                    if (!seat) {
                        free++;
                    }
                }
            }
            return free;
        }

        public boolean firstBad() {
            return taken[0][0];
        }
    }

    /** Names that are given by the code. */
    public static final class Names {
        private final String[] names = {"one", "two", "three"};

        public int lengthOk(int i) {
            return i < 0 || i >= names.length ? 0 : names[i].length();
        }

        public void renameOk(int i, String name) {
            if (i >= 0 && i < 3 && name != null) {
                names[i] = name;
            }
        }

        public int totalOk() {
            int total = 0;
            for (String name : names) {
                total += name.length();
            }
            return total;
        }

        public int lengthBad(int i) {
            return i < 0 || i > names.length ? 0 : names[i].length();
        }
    }

    /** Slots that a constructor fills. */
    public static final class Slots {
        /** What is in one. */
        private static final class Slot {
            private int count;
        }

        private final Slot[] slots;

        public Slots(int size) {
            if (size < 1 || size > 64) {
                throw new IllegalArgumentException("no slots");
            }
            slots = new Slot[size];
            for (int i = 0; i < size; i++) {
                slots[i] = new Slot();
            }
        }

        public void addOk(int key) {
            slots[Math.floorMod(key, slots.length)].count++;
        }

        public int countOk(int i) {
            return i < 0 || i >= slots.length ? 0 : slots[i].count;
        }

        public int lastOk() {
            return slots[slots.length - 1].count;
        }

        public int addBad(int key) {
            return slots[key % slots.length].count;
        }
    }

    /** Slots that a constructor leaves empty. */
    public static final class Parking {
        private final String[] spaces = new String[3];

        public boolean parkOk(int space, String plate) {
            if (space < 0 || space >= spaces.length || plate == null || spaces[space] != null) {
                return false;
            }
            spaces[space] = plate;
            return true;
        }

        public int plateOk(int space) {
            return space < 0 || space >= 3 || spaces[space] == null ? 0 : spaces[space].length();
        }

        public int plateBad(int space) {
            return space < 0 || space >= 3 ? 0 : spaces[space].length();
        }
    }

    /** A stack that grows. */
    public static final class Stack {
        private String[] items = new String[4];
        private int size;

        public void pushOk(String item) {
            if (item == null) {
                throw new IllegalArgumentException("no item");
            }
            if (size == items.length) {
                items = java.util.Arrays.copyOf(items, 2 * size);
            }
            items[size++] = item;
        }

        public String popOk() {
            if (size == 0) {
                return "";
            }
            String top = items[--size];
            items[size] = null;
            return top.trim();
        }

        public int topLengthOk() {
            return size == 0 ? 0 : items[size - 1].length();
        }

        public int longestOk() {
            int longest = 0;
            for (int i = 0; i < size; i++) {
                if (items[i].length() > longest) {
                    longest = items[i].length();
                }
            }
            return longest;
        }

        public int topLengthBad() {
            return items[size - 1].length();
        }
    }
}
