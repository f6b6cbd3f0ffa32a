package object_used_while_made;

public class P {
    private final int[] slots;

    protected P() {
        fillBad();
        slots = new int[4];
    }

    protected void fillBad() {
        assert slots != null;
    }

    public int lengthOk() {
        return slots.length;
    }

    /** It overrides what the constructor above calls. */
    public static class Named extends P {
        private final String tag;

        public Named() {
            tag = "t";
        }

        @Override
        protected void fillBad() {
            assert tag != null;
        }
    }
}
