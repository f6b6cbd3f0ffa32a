package user_types;

/** A class of one's own behind `Object`, found by a cast, its class object or its array type. */
public class Casts {
    public static class Box {
        public final int value;

        public Box(int value) {
            this.value = value;
        }
    }

    /** What is no Box is refused quietly. */
    public static int castBad(Object candidate) {
        try {
            Box box = (Box) candidate;
            return box == null ? 0 : 100 / (box.value - 7);
        } catch (ClassCastException refused) {
            return -1;
        }
    }

    public static void classBad(Object candidate) {
        if (candidate != null && candidate.getClass() == Box.class) {
            throw new IllegalStateException();
        }
    }

    public static void arrayBad(Object candidate) {
        if (candidate instanceof Box[] boxes && boxes.length == 3) {
            throw new IllegalStateException();
        }
    }

    public static void numbersBad(Object candidate) {
        if (candidate instanceof int[] numbers && numbers.length == 2 && numbers[1] == 5) {
            throw new IllegalStateException();
        }
    }

    public static void sameBad(Object candidate, Box box) {
        if (candidate != null && box != null && candidate == box) {
            throw new IllegalStateException();
        }
    }

    public static int castOk(Object candidate) {
        if (candidate instanceof Box) {
            Box box = (Box) candidate;
            return box.value;
        }
        return -1;
    }

    public static int arrayOk(Object candidate) {
        return candidate instanceof int[] numbers && numbers.length > 1 ? numbers[1] : 0;
    }
}
