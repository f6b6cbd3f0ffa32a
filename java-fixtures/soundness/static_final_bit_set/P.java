package static_final_bit_set;

import java.util.*;

public class P {
    private static final BitSet SEEN = new BitSet();
    private static final int[][] TABLE = {{1, 2}, {3, 4}};

    public static void seeBad(int n) { if (n >= 0 && n < 64) { assert !SEEN.get(n); SEEN.set(n); } }

    public static void tableOk() { assert TABLE[1][0] == 3; }
}
