package check;

import java.util.Objects;

/** Methods that refuse some inputs and go round for the others, however often. */
public class RefusedInputs {
    public static int searchOk(int[] sorted, int key) {
        if (sorted == null) {
            throw new IllegalArgumentException("nothing to search");
        }
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < key) {
                low = middle + 1;
            } else if (sorted[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }

    public static int searchBad(int[] sorted, int key) {
        if (sorted == null) {
            throw new IllegalArgumentException("nothing to search");
        }
        int low = 0;
        int high = sorted.length;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    public static boolean palindromeOk(String text) {
        Objects.requireNonNull(text);
        int from = 0;
        int to = text.length() - 1;
        while (from < to) {
            if (text.charAt(from++) != text.charAt(to--)) {
                return false;
            }
        }
        return true;
    }

    public static boolean palindromeBad(String text) {
        Objects.requireNonNull(text);
        int from = 0;
        int to = text.length();
        while (from < to) {
            if (text.charAt(from++) != text.charAt(to--)) {
                return false;
            }
        }
        return true;
    }

    /** Refuses in the midst of its loop. */
    public static int sumOk(int[] amounts) {
        if (amounts == null) {
            throw new IllegalArgumentException("amounts");
        }
        int sum = 0;
        for (int i = 0; i < amounts.length; i++) {
            if (amounts[i] < 0) {
                throw new IllegalArgumentException("negative");
            }
            sum += amounts[i];
        }
        return sum;
    }

    /** What another class throws when it is at work is no refusal. */
    public static int elsewhereBad(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count");
        }
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += Counted.take(i);
        }
        return sum;
    }

    /** Nor is it one where it is caught and thrown again. */
    public static int againBad(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count");
        }
        int sum = 0;
        for (int i = 0; i < count; i++) {
            try {
                sum += Counted.take(i);
            } catch (IllegalArgumentException thrown) {
                throw thrown;
            }
        }
        return sum;
    }
}

final class Counted {
    private static int taken;

    private Counted() {
    }

    static int take(int number) {
        taken++;
        if (number > 40) {
            throw new IllegalArgumentException("too many");
        }
        return taken;
    }
}
