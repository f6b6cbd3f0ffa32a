package floating_texts;

/** Numbers of which the specification gives bounds, in a static table. */
final class Tables {
    private Tables() { }

    static final double[] LOGARITHMS = {Math.log(1), Math.log(2), Math.log(3)};
    static final int LIMIT = (int) (10 * LOGARITHMS[1]);
}
