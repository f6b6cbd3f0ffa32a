package inv;

import java.util.ArrayList;
import java.util.List;

/** A list of one's own. */
public class Names {
    private final List<String> names = new ArrayList<>();

    public void add(String name) {
        names.add(name);
    }

    public int countOk() {
        return names.size();
    }

    public boolean isEmptyOk() {
        return names.isEmpty();
    }

    public String firstBad() {
        return names.get(0);
    }
}
