package inv;

/** A flag that says that a reference is there. */
public class Connection {
    private boolean open;
    private StringBuilder log;

    public void open() {
        log = new StringBuilder();
        open = true;
    }

    public void close() {
        open = false;
        log = null;
    }

    public int lengthOk() {
        return open ? log.length() : 0;
    }

    public int lengthBad() {
        return log.length();
    }
}
