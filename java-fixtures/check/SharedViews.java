package check;

import java.util.List;

/** Objects that keep a view of a list that others share: in which order they are made decides whose view is out of date. */
public class SharedViews {
    public Object[] parts;
    private final List<String> view;

    SharedViews(Object[] parts, List<String> list) {
        if (parts.length == 0 || list == null) {
            throw new IllegalArgumentException();
        }
        this.parts = parts;
        this.view = list.subList(0, 1);
    }

    boolean add(String text) {
        return view.size() < 3 && view.add(text);
    }

    void clear() {
        view.clear();
    }

    void first() {
        if (parts[0] == null) {
            throw new IllegalStateException();
        }
    }

    public static void viewBad(SharedViews shared) {
        if (shared != null && shared.view.isEmpty()) {
            throw new AssertionError();
        }
    }

    public static void outOfDateBad(SharedViews shared) {
        if (shared != null && shared.view.isEmpty()) {
            throw new AssertionError();
        }
    }
}
