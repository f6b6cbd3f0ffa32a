package static_handed_out;

import java.util.*;

public class P {
    private static final List<String> NAMES = new ArrayList<>(List.of("a"));
    private static final int[] SIZES = {3, 4};
    private static final int[] PRIMES = {2, 3, 5, 7};

    public static List<String> names() { return NAMES; }

    public static int[] sizes() { return SIZES; }

    public static String firstBad() { return NAMES.get(0); }

    public static int divideBad() { return 12 / SIZES[1]; }

    public static int primesOk(int i) { return i >= 0 && i < 4 ? 12 / PRIMES[i] : 0; }
}
