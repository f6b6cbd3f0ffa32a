package check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists, sets, maps and queues that are passed in or kept, of which only the interface is known. */
public class Readers {
    private final List<String> kept;
    private final List<String> copied;

    public Readers(List<String> kept) {
        this.kept = kept == null ? List.of() : kept;
        this.copied = kept == null ? List.of() : List.copyOf(named(kept));
    }

    private static List<String> named(List<String> names) {
        List<String> named = new ArrayList<>();
        for (String name : names) {
            if (name != null) {
                named.add(name);
            }
        }
        return named;
    }

    public static int sizeOk(List<String> names) {
        return names == null ? 0 : names.size();
    }

    public static boolean emptyOk(Collection<String> names) {
        return names == null || names.isEmpty() == (names.size() == 0);
    }

    public static String lastOk(List<String> names) {
        return names == null || names.isEmpty() ? null : names.get(names.size() - 1);
    }

    public static int countOk(Set<String> names) {
        int count = 0;
        if (names != null) {
            for (String name : names) {
                if (name != null) {
                    count++;
                }
            }
        }
        return count;
    }

    public static int indexedOk(List<Integer> numbers) {
        int sum = 0;
        if (numbers != null) {
            for (int index = 0; index < numbers.size(); index++) {
                Integer number = numbers.get(index);
                if (number != null) {
                    sum += number;
                }
            }
        }
        return sum;
    }

    public static int ageOk(Map<String, Integer> ages, String name) {
        if (ages == null || name == null) {
            return -1;
        }
        Integer age = ages.get(name);
        return age == null ? -1 : age;
    }

    public static boolean knownOk(Set<String> names, String name) {
        return names != null && name != null && names.contains(name);
    }

    public static String firstOk(Deque<String> names) {
        return names == null ? null : names.peekFirst();
    }

    public int keptOk() {
        return kept.size();
    }

    public String copiedOk() {
        return copied.isEmpty() ? "" : copied.get(0);
    }

    public int lengthsOk() {
        int sum = 0;
        for (String name : copied) {
            sum += name.length();
        }
        return sum;
    }

    public static int nestedOk(List<List<String>> lines) {
        if (lines == null || lines.isEmpty()) {
            return 0;
        }
        List<String> line = lines.get(0);
        return line == null ? 0 : line.size();
    }

    public static int weightOk(Map<String, Integer> weights, String name) {
        return weights != null && name != null && weights.get(name) != null ? weights.get(name) : 0;
    }

    public static List<String> copyOk(List<String> names) {
        return names == null ? List.of() : new ArrayList<>(names);
    }

    public static String middleOk(List<String> names) {
        if (names == null || names.size() < 3) {
            return null;
        }
        return names.get(names.size() / 2);
    }

    public static String middleBad(List<String> names) {
        return names == null ? null : names.get(names.size() / 2);
    }
}
