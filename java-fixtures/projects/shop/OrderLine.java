package shop;

/** One article of an order. */
public record OrderLine(String article, int quantity, long cents) {
    public OrderLine {
        if (article == null || article.isBlank()) {
            throw new IllegalArgumentException("article");
        }
        if (quantity < 1 || cents < 0) {
            throw new IllegalArgumentException("quantity " + quantity + ", price " + cents);
        }
    }

    public long centsPerPiece() {
        return cents / quantity;
    }

    public char initial() {
        return article.charAt(0);
    }
}
