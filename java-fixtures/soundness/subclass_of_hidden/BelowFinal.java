package subclass_of_hidden;

/** Cannot be extended. */
public final class BelowFinal extends HiddenToo {
    @Override
    public void take(int[] given) {}
}
