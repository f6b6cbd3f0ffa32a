package hotel;

/** Numbers of four digits, in a circle. */
public final class BookingNumbers {
    private static final int FIRST = 1000;
    private static final int COUNT = 9000;
    private static final boolean[] USED = new boolean[COUNT];

    private static int next = FIRST;

    private BookingNumbers() {
    }

    public static int next() {
        int number = next;
        USED[number - FIRST] = true;
        next = number == FIRST + COUNT - 1 ? FIRST : number + 1;
        return number;
    }

    public static boolean isUsed(int number) {
        return number >= FIRST && number < FIRST + COUNT && USED[number - FIRST];
    }

    public static int parse(String label) {
        if (label == null || !label.startsWith("B-")) {
            return -1;
        }
        return Integer.parseInt(label.substring(2));
    }
}
