package static_array_as_list;

import java.util.*;

public class P {
    private static final String[] WORDS = {"a", "b"};
    private static final List<String> LIST = Arrays.asList(WORDS);
    private static final String[] OTHER = {"a", "b"};

    public static void set(String word) { WORDS[0] = word; }

    public static int firstBad() { return LIST.get(0).length(); }

    public static int otherOk() { return OTHER[0].length(); }
}
