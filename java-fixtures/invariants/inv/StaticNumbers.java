package inv;

/** Numbers that a class counts for all, and how other code comes to change them. */
public class StaticNumbers {
    private static final boolean[] USED = new boolean[100];
    private static final String[] NAMES = {"a", "b", "c"};
    private static final int[] WEIGHTS = {1, 2, 3};

    private static int next = 10;
    private static int turn;
    private static int free = NAMES.length;
    private static int halfway;
    private static int divisor = 1;
    private static int nested = 1;
    private static int left = 1;
    private static int scale = 1;
    protected static int open = 1;
    static int packaged = 1;

    public static int next() {
        int given = next;
        USED[given] = true;
        next = given == USED.length - 1 ? 10 : given + 1;
        return given;
    }

    public static int nextOk() {
        return USED[next] ? 10 / (next - 9) : 0;
    }

    public static int turn() {
        turn = (turn + 1) % NAMES.length;
        return turn;
    }

    public static int turnOk() {
        return NAMES[turn].length();
    }

    public static void take() {
        if (free > 0) {
            free--;
        }
    }

    public static void give() {
        free = Math.min(free + 1, NAMES.length);
    }

    public static int freeOk() {
        return new int[free].length + new int[NAMES.length - free].length;
    }

    public static int freeBad() {
        return 10 / free;
    }

    /** An exception leaves what was not finished. */
    public static void measure(int[] numbers) {
        halfway = -1;
        halfway = numbers.length;
    }

    public static int halfwayBad() {
        return new int[halfway].length;
    }

    /** A lambda expression assigns when it is run, by whoever has it. */
    public static Runnable clearing() {
        return () -> divisor = 0;
    }

    public static int divisorBad() {
        return 10 / divisor;
    }

    /** The array is everybody's. */
    public static int[] weights() {
        return WEIGHTS;
    }

    public static int weightBad() {
        return 10 / WEIGHTS[0];
    }

    /** A class of the same nest assigns what is private. */
    public static final class Inner {
        public void reset() {
            nested = 0;
        }
    }

    public static int nestedBad() {
        return 10 / nested;
    }

    public static int openBad() {
        return 10 / open;
    }

    public static int packagedBad() {
        return 10 / packaged;
    }

    /** Code elsewhere is called while nothing is left. */
    public static void pass() {
        left = 0;
        StaticOthers.look();
        left = 1;
    }

    static int left() {
        return left;
    }

    public static int leftOk() {
        return 10 / left;
    }

    /** Meanwhile the caller's code runs. */
    public static void run(Runnable task) {
        scale = 0;
        try {
            task.run();
        } finally {
            scale = 1;
        }
    }

    public static int scaleBad() {
        return 10 / scale;
    }
}
