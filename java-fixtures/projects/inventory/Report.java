package inventory;

import java.util.List;
import java.util.Optional;

/** What is said of a stock, line by line. */
public final class Report {
    private final List<String> lines;

    public Report(List<String> lines) {
        if (lines == null) {
            throw new IllegalArgumentException("lines");
        }
        this.lines = List.copyOf(lines);
    }

    public int size() {
        return lines.size();
    }

    public Optional<String> title() {
        return lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(0));
    }
}
