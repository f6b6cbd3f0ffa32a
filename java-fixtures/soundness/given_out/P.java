package given_out;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What a constructor has made and a method gives out comes back as an argument. */
public class P {
    public static class Cell {
        private int value;
    }

    private final Cell cell = new Cell();
    private final AtomicInteger number = new AtomicInteger();
    private final Object handed = new Object();
    private final StringBuilder text = new StringBuilder();
    private final Exception failure = new Exception();

    public Cell cell() {
        return cell;
    }

    public void cellBad(Cell other) {
        if (other != null) {
            cell.value = 0;
            other.value = 1;
            assert cell.value == 0;
        }
    }

    public Number number() {
        return number;
    }

    public void numberBad(AtomicInteger other) {
        if (other != null) {
            number.set(0);
            other.set(1);
            assert number.get() == 0;
        }
    }

    public void hand(Consumer<Object> to) {
        to.accept(handed);
    }

    public void handedBad(Object other) {
        assert other != handed;
    }

    public StringBuilder text() {
        return text;
    }

    public void textBad(CharSequence other) {
        assert other != text;
    }

    public void fail() throws Exception {
        throw failure;
    }

    public void failureBad(Exception other) {
        assert other != failure;
    }
}
