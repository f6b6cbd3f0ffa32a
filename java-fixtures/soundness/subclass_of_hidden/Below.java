package subclass_of_hidden;

/** Can be extended. */
public class Below extends Hidden {
    @Override
    public void take(int[] given) {}

    @Override
    public Object make() {
        return "made";
    }

    /** Only what is nested here extends it. */
    public abstract static sealed class Sealed {
        public abstract void take(int[] given);

        /** The one that does. */
        public static final class Only extends Sealed {
            @Override
            public void take(int[] given) {}
        }
    }

    /** Its constructor is nobody else's. */
    public static class Closed {
        public static final Closed ONE = new Closed();

        private Closed() {}

        public void take(int[] given) {}
    }
}
