package given_out;

/** What nobody else gets is no argument. */
public class Hidden {
    private final P.Cell hidden = new P.Cell();
    private final Object lock = new Object();

    public void hiddenOk(P.Cell other) {
        assert other != hidden;
    }

    public void lockOk(Object other) {
        synchronized (lock) {
            assert other != lock;
        }
    }
}
