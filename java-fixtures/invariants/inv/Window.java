package inv;

/** A window over a text, by two places. */
public class Window {
    private final char[] text;
    private int from;
    private int to;

    public Window(int length) {
        if (length < 0 || length > 500) {
            throw new IllegalArgumentException();
        }
        text = new char[length];
    }

    public void grow() {
        if (to < text.length) {
            to++;
        }
    }

    public void shrink() {
        if (from < to) {
            from++;
        }
    }

    public void orderedOk() {
        assert from <= to && to <= text.length;
    }

    public char firstOk() {
        return from < to ? text[from] : ' ';
    }

    public char firstBad() {
        return text[from];
    }
}
