package monitor_thrown;

/** Who notifies without owning the monitor throws, in the middle of what belongs together. */
public class P {
    private int begun;
    private int ended;
    private int entered;
    private int left;

    public void step() {
        begun++;
        notify();
        ended++;
    }

    public void stepBad() {
        assert begun == ended;
    }

    public synchronized void pass() {
        entered++;
        notify();
        left++;
    }

    public void passOk() {
        assert entered == left;
    }

    public static void classBad() {
        P.class.notify();
    }
}
