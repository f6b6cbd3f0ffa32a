package static_final_optional_array;

import java.util.*;

public class P {
    private static final Optional<int[]> BOX = Optional.of(new int[] {1});
    private static final Optional<String> NAME = Optional.of("name");

    public static void incBad() { BOX.get()[0]++; assert BOX.get()[0] < 4; }

    public static void nameOk() { assert NAME.get().length() == 4; }
}
