package inventory;

/** Takes a line of a stock file apart. */
public final class LineParser {
    private final String line;
    private int position;

    public LineParser(String line) {
        if (line == null || line.length() > 1000) {
            throw new IllegalArgumentException("line");
        }
        this.line = line;
    }

    public boolean hasNext() {
        return position < line.length();
    }

    public char next() {
        if (!hasNext()) {
            return 0;
        }
        return line.charAt(position++);
    }

    public void skip(int count) {
        if (count > 0 && count < 100 && hasNext()) {
            position += count;
        }
    }

    public String rest() {
        return line.substring(position);
    }

    public int consumed() {
        assert position >= 0;
        return position;
    }
}
