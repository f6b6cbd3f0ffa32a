package static_final_atomic;

import java.util.concurrent.atomic.*;

public class P {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final AtomicInteger READ = new AtomicInteger(4);

    public static int next() { return NEXT.incrementAndGet(); }

    public static void zeroBad() { assert NEXT.get() == 0; }

    public static void fourOk() { assert READ.get() == 4; }
}
