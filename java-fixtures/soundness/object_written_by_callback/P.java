package object_written_by_callback;

import java.util.function.IntSupplier;

public class P {
    private int k;

    public void set(IntSupplier supplier) {
        if (supplier != null) {
            k = supplier.getAsInt();
        }
    }

    public void smallBad() {
        assert k < 10;
    }

    /** One of them. */
    public static class Own implements IntSupplier {
        @Override
        public int getAsInt() {
            return 3;
        }
    }
}
