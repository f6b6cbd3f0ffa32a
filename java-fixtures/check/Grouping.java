// Two numbers with the same key.
package check;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Grouping {
    public static int groupsBad(int first, int second) {
        Map<Integer, Integer> groups = Stream.of(first, second)
                .collect(Collectors.toMap(number -> number % 10, number -> number));
        return groups.size();
    }

    public static int groupsOk(int first, int second) {
        Map<Integer, Integer> groups = Stream.of(first, second)
                .collect(Collectors.toMap(number -> number % 10, number -> number, (one, other) -> one));
        return groups.size();
    }
}
