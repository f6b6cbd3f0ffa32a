package kept_atomic;

import java.util.concurrent.atomic.AtomicInteger;

public class P {
    private final AtomicInteger n;

    public P(AtomicInteger n) {
        if (n.get() != 0) {
            throw new IllegalArgumentException();
        }
        this.n = n;
    }

    public void chkBad() {
        assert n.get() == 0;
    }

    public void presentOk() {
        assert n != null;
    }
}
