package inv;

/** A field that holds something else for a moment. */
public class Restores {
    private Object kept = "";

    public int swapBad(Object other) {
        Object before = kept;
        try {
            kept = other;
            return kept.hashCode();
        } finally {
            kept = before;
        }
    }

    public int keptOk() {
        return kept.hashCode();
    }
}
