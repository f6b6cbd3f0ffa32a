package inventory;

/** The code of an article: letters, a dash, and a number. */
public record Sku(String code) {
    public Sku {
        if (code == null || code.isEmpty()) {
            throw new IllegalArgumentException("code");
        }
    }

    public static Sku parse(String text) {
        if (text == null) {
            throw new IllegalArgumentException("text");
        }
        int dash = text.indexOf('-');
        if (dash < 1) {
            throw new IllegalArgumentException(text);
        }
        char first = text.charAt(dash + 1);
        return new Sku(first == '0' ? text.substring(0, dash) : text);
    }

    public boolean isInternal() {
        return code.charAt(0) == 'X';
    }
}
