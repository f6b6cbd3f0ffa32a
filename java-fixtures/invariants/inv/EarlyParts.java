package inv;

import java.util.ArrayList;
import java.util.List;

/** Objects that initialisers make before static fields are assigned. */
public class EarlyParts {
    /** An object of the class itself, made before what its constructor reads. */
    public static class Own {
        private static final Own FIRST = new Own();
        private static final String PREFIX = "a".trim();
        private final String text;
        private final int size;

        public Own() {
            text = PREFIX;
            size = 4;
        }

        public static Own first() {
            return FIRST;
        }

        public int lengthBad() {
            return text.length();
        }

        public int sizeOk() {
            return 8 / size;
        }
    }

    /** An object of another class whose constructor reads a number through a method. */
    public static class Other {
        private final int step;

        public Other() {
            step = Steps.step();
        }

        public int stepsBad() {
            return 100 / step;
        }
    }

    public static class Steps {
        private static final List<Other> MADE = new ArrayList<>();
        private static int width;

        static {
            MADE.add(new Other());
            width = Integer.parseInt("5");
        }

        static int step() {
            return width;
        }

        public static Other first() {
            return MADE.get(0);
        }
    }

    /** All static fields are assigned before the first object is made. */
    public static class Late {
        private static final String PREFIX = "a".trim();
        private static final int[] SIZES = {1, 2, 3};
        public static final Late FIRST = new Late();
        private final String text;
        private final int size;

        public Late() {
            text = PREFIX;
            size = SIZES.length;
        }

        public int lengthOk() {
            return text.length();
        }

        public int sizeOk() {
            return 8 / size;
        }
    }

    /** What the JDK calls back meanwhile makes the object. */
    public static class CalledBack {
        private static CalledBack made;
        private static final List<String> ALL = new ArrayList<>();
        private static final String PREFIX;
        private final String text;

        static {
            new ArrayList<Maker>(List.of(new Maker())).forEach(maker -> ALL.add(maker.toString()));
            PREFIX = "b".trim();
        }

        public CalledBack() {
            text = PREFIX;
        }

        public static CalledBack made() {
            return made;
        }

        public int lengthBad() {
            return text.length();
        }

        private static class Maker {
            @Override
            public String toString() {
                made = new CalledBack();
                return "made";
            }
        }
    }
}
