package static_public_field;

import java.util.*;

public class P {
    public static int divisor = 4;
    public static String name = "n";
    public static final int[] OPEN = {1};
    protected static final List<Integer> SHARED = new ArrayList<>(List.of(1));
    public static final int FIXED = Integer.parseInt("4");

    public static int divisorBad() { return 8 / divisor; }

    public static int nameBad() { return name.length(); }

    public static int openBad() { return 8 / OPEN[0]; }

    public static int sharedBad() { return SHARED.get(0); }

    public static int fixedOk() { return 8 / FIXED; }
}
