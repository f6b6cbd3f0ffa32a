// A list without a type argument.
package check;

import java.util.ArrayList;
import java.util.List;

public class RawList {
    @SuppressWarnings({"rawtypes", "unchecked"})
    private static List<String> labels(int number, boolean numbered) {
        List labels = new ArrayList();
        if (numbered) {
            labels.add(number);
        } else {
            labels.add("label");
        }
        return labels;
    }

    public static String firstBad(int number, boolean numbered) {
        return labels(number, numbered).get(0);
    }

    public static String firstOk(int number, boolean numbered) {
        Object first = labels(number, numbered).get(0);
        return first instanceof String ? (String) first : "";
    }
}
