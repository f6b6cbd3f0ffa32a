// Records with and without a check of their components.
package check;

public class Ranges {
    public record Loose(int from, int to) {
        public int[] valuesBad() {
            return new int[to - from];
        }
    }

    public record Strict(int from, int to) {
        public Strict {
            if (from < 0 || to < from || to > 32) {
                throw new IllegalArgumentException("not a range");
            }
        }

        public int[] valuesOk() {
            return new int[to - from];
        }
    }

    public static boolean sameOk(int from, int to) {
        Loose one = new Loose(from, to);
        Loose other = new Loose(from, to);
        assert one.equals(other) && one.hashCode() == other.hashCode();
        return one.equals(other);
    }
}
