package inv;

/** A callback that may call back: nothing is broken while it runs. */
public class Listener {
    private int depth;
    private int calls;

    public void fire(Runnable callback) {
        if (callback == null || calls == 1000) {
            return;
        }
        calls++;
        callback.run();
    }

    public void enter(Runnable callback) {
        if (callback == null) {
            return;
        }
        depth = -1;
        callback.run();
        depth = 0;
    }

    public void callsOk() {
        assert calls >= 0;
    }

    public void depthBad() {
        assert depth == 0;
    }
}
