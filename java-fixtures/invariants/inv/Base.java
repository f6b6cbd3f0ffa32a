package inv;

/** A superclass keeps what its subclasses rely on. */
public class Base {
    private final int[] data;

    protected Base(int length) {
        data = new int[Math.max(1, Math.min(length, 64))];
    }

    public int firstOk() {
        return data[0];
    }

    /** A subclass. */
    public static class Derived extends Base {
        private int uses;

        public Derived() {
            super(8);
        }

        public int use() {
            if (uses < 100) {
                uses++;
            }
            return uses;
        }

        public void usesOk() {
            assert uses >= 0 && uses <= 100;
        }

        public void unusedBad() {
            assert uses == 0;
        }
    }
}
