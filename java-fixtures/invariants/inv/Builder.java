package inv;

/** What only a builder makes. */
public final class Builder {
    private int width = 1;

    public Builder width(int width) {
        if (width < 1) {
            throw new IllegalArgumentException();
        }
        this.width = width;
        return this;
    }

    public Box build() {
        return new Box(width);
    }

    /** It has a width. */
    public static final class Box {
        private final int width;

        private Box(int width) {
            this.width = width;
        }

        public int shareOk() {
            return 100 / width;
        }

        public void narrowBad() {
            assert width < 5;
        }
    }
}
