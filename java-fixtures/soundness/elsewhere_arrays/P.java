package elsewhere_arrays;

import java.util.Arrays;

/** Arrays whose elements are of a class that a caller may extend: arrays of its own class are such arrays too. */
public class P {
    public static class Part {
    }

    public interface Step {
        int step();
    }

    public static final class Fixed {
    }

    public static void storeBad(Part[] parts) {
        if (parts != null && parts.length > 0) {
            parts[0] = new Part();
        }
    }

    public static void passedBad(Part[] parts, Part part) {
        if (parts != null && parts.length > 0) {
            parts[0] = part;
        }
    }

    public static void stepsBad(Step[] steps, Step step) {
        if (steps != null && steps.length > 0) {
            steps[0] = step;
        }
    }

    public static void classBad(Part[] parts) {
        if (parts != null) {
            assert parts.getClass() == Part[].class;
        }
    }

    public static void fillBad(Part[] parts) {
        if (parts != null) {
            Arrays.fill(parts, new Part());
        }
    }

    public static void cloneBad(Part[] parts) {
        if (parts != null && parts.length > 0) {
            parts.clone()[0] = new Part();
        }
    }

    public static void copyBad(Part[] from, Part[] to) {
        if (from != null && to != null && from.length == 1 && to.length == 1) {
            System.arraycopy(from, 0, to, 0, 1);
        }
    }

    public static void rowsBad(Part[][] rows) {
        if (rows != null && rows.length > 0) {
            rows[0] = new Part[1];
        }
    }

    /** Keeps an array. */
    public static final class Kept {
        private Part[] parts = new Part[1];

        public void set(Part[] given) {
            if (given != null && given.length > 0) {
                parts = given;
            }
        }

        public void putBad() {
            parts[0] = new Part();
        }
    }

    /** Has one of its own. */
    public static final class Own {
        private final Part[] parts = new Part[1];

        public void putOk() {
            parts[0] = new Part();
        }
    }

    public static void fixedOk(Fixed[] all) {
        if (all != null && all.length > 0) {
            all[0] = new Fixed();
        }
    }

    public static void nullOk(Part[] parts) {
        if (parts != null && parts.length > 0) {
            parts[0] = null;
        }
    }

    public static void madeOk() {
        Part[] made = new Part[1];
        made[0] = new Part();
    }
}
