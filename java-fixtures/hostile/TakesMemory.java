package hostile;

import static hostile.Outside.attempt;

import java.util.ArrayList;
import java.util.List;

/** Keeps all memory that it gets. */
public final class TakesMemory {
    private static final List<long[]> KEPT = new ArrayList<>();

    static {
        attempt(() -> {
            while (true) {
                KEPT.add(new long[1 << 20]);
            }
        });
    }

    private TakesMemory() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
