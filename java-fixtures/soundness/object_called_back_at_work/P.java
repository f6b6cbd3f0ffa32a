package object_called_back_at_work;

public class P {
    private int depth;

    public void run(Runnable task) {
        if (task == null) {
            return;
        }
        depth = 1;
        task.run();
        depth = 0;
    }

    public void idleBad() {
        assert depth == 0;
    }

    /** One of them. */
    public static class Own implements Runnable {
        @Override
        public void run() {
            // Nothing.
        }
    }
}
