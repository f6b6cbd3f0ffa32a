package inventory;

/** What a token of a stock file is. */
public enum TokenKind {
    WORD, NUMBER, END;

    public static TokenKind of(char first) {
        return Character.isDigit(first) ? NUMBER : WORD;
    }

    public String label() {
        switch (this) {
            case WORD:
                return "word";
            case NUMBER:
                return "number";
            case END:
                return "end";
            default:
                throw new IllegalStateException("kind " + this);
        }
    }
}
