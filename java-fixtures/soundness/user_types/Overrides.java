package user_types;

/** Methods of `Object` that classes override, and type variables that stand for anything. */
public class Overrides {
    public static class Silent {
        @Override
        public String toString() {
            return null;
        }
    }

    public static class Picky {
        @Override
        public boolean equals(Object other) {
            return ((Picky) other).hashCode() == hashCode();
        }

        @Override
        public int hashCode() {
            return 3;
        }
    }

    public static class Named<T> {
        private final T name;

        public Named(T name) {
            this.name = name;
        }

        public int sizeBad() {
            return name == null ? 0 : name.toString().length();
        }

        public boolean isSilentOk() {
            return name instanceof Silent;
        }
    }

    public static int textBad(Object candidate) {
        return candidate == null ? 0 : candidate.toString().length();
    }

    public static boolean equalsBad(Object candidate) {
        return candidate != null && candidate.equals("text");
    }

    public static void hashBad(Object candidate) {
        if (candidate instanceof Picky) {
            assert candidate.hashCode() != 3;
        }
    }

    public static <T extends Comparable<T>> void largestBad(T one, T two) {
        if (one != null && two != null) {
            int order = one.compareTo(two);
            assert order >= -1 && order <= 1;
        }
    }

    public static String textOk(Object candidate) {
        return candidate instanceof Silent ? "" : "other";
    }
}
