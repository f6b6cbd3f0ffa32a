// Collections that callers fill with elements of the declared types.
package constructed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

public class Collections {
    private final List<Span> spans;

    public Collections(List<Span> spans) {
        this.spans = spans;
    }

    public static int firstOf(List<Integer> numbers) {
        return numbers.get(0);
    }

    public static boolean hasThree(List<Integer> numbers) {
        return numbers.size() == 3 && numbers.get(2) == 7;
    }

    public static int widthOfLast(List<? extends Span> spans) {
        return spans.isEmpty() ? 0 : spans.get(spans.size() - 1).width();
    }

    public int firstWidth() {
        return spans.get(0).width();
    }

    public static <T> boolean isEmpty(Iterable<T> elements) {
        return !elements.iterator().hasNext();
    }

    public static int orElse(Optional<Integer> number) {
        return number.orElse(5);
    }

    public static boolean holdsSpan(Set<Span> spans, Span span) {
        return spans.contains(span);
    }

    public static int valueOfOnly(Map<Span, Span> spans) {
        return spans.size() == 1 ? spans.values().iterator().next().width() : 0;
    }
}
