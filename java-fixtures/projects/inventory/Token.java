package inventory;

/** A part of a line. */
public record Token(TokenKind kind, String text) {
    public Token {
        if (kind == null || text == null) {
            throw new IllegalArgumentException("token");
        }
    }

    public int width() {
        return text.length() + kind.label().length();
    }
}
