// What a finally block does to what was thrown.
package check;

public class Rollback {
    public static int commitBad(int amount) {
        int[] copy = null;
        try {
            if (amount < 0) {
                throw new IllegalArgumentException("amount");
            }
            copy = new int[] {amount};
            return copy[0];
        } finally {
            copy[0] = 0;
        }
    }

    public static int commitOk(int amount) {
        int[] copy = null;
        try {
            if (amount < 0) {
                throw new IllegalArgumentException("amount");
            }
            copy = new int[] {amount};
            return copy[0];
        } finally {
            if (copy != null) {
                copy[0] = 0;
            }
        }
    }
}
