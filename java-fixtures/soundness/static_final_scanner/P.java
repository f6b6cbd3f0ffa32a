package static_final_scanner;

import java.util.*;

public class P {
    private static final Scanner WORDS = new Scanner("one two");
    private static final String TEXT = "one two";

    public static String nextBad() { return WORDS.next(); }

    public static String firstOk() { return TEXT.substring(0, 3); }
}
