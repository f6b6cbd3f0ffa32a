package lost_in_a_stream;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;

/** Objects that are written and read back, by streams that nobody has changed. */
public final class P {
    /** Its own code reads nothing. */
    public static final class ReadsNothing implements Serializable {
        private static final long serialVersionUID = 1;
        private String text = "a";
        private final boolean made;

        public ReadsNothing() {
            made = true;
        }

        private void readObject(ObjectInputStream stream) {
        }

        public void textBad() {
            assert text != null;
        }

        public void madeBad() {
            assert made;
        }
    }

    /** It says which fields are written: none. */
    public static final class WritesNothing implements Serializable {
        private static final long serialVersionUID = 1;
        private static final ObjectStreamField[] serialPersistentFields = {};
        private final String text = "a".trim();

        public void writtenBad() {
            assert text != null;
        }
    }

    static final class Vanishing implements Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            return null;
        }
    }

    /** What it refers to comes back as something else. */
    public static final class Holds implements Serializable {
        private static final long serialVersionUID = 1;
        private final Vanishing part = new Vanishing();
        private final String text = "a".trim();

        public void partBad() {
            assert part != null;
        }

        public void heldOk() {
            assert text != null;
        }
    }

    /** While it is written, what it holds runs. */
    public static final class Busy implements Serializable {
        private static final long serialVersionUID = 1;
        private final Object part;
        private int state;

        public Busy(Object part) {
            this.part = part;
        }

        private void writeObject(ObjectOutputStream stream) throws IOException {
            state = 1;
            stream.writeObject(part);
            state = 0;
        }

        public void stateBad() {
            assert state == 0;
        }
    }

    /** Another object is written in its place, and none is read. */
    public static final class Refused implements Serializable {
        private static final long serialVersionUID = 1;
        private final transient String text = "a".trim();

        private void readObject(ObjectInputStream stream) throws IOException {
            throw new InvalidObjectException("read by what was written in its place");
        }

        public void refusedOk() {
            assert text != null;
        }
    }

    /** It is refused, once it is there for all. */
    public static final class Shown implements Serializable {
        private static final long serialVersionUID = 1;
        static Shown last;
        private final transient String text = "a".trim();

        private void readObject(ObjectInputStream stream) throws IOException {
            last = this;
            throw new InvalidObjectException("refused");
        }

        public static Shown last() {
            return last;
        }

        public void shownWhileReadBad() {
            assert text != null;
        }
    }

    /** Only what has no time is refused. */
    public static final class RefusedSometimes implements Serializable {
        private static final long serialVersionUID = 1;
        private final transient String text = "a".trim();

        private void readObject(ObjectInputStream stream) throws IOException {
            if (System.nanoTime() == 0) {
                throw new InvalidObjectException("refused");
            }
        }

        public void refusedSometimesBad() {
            assert text != null;
        }
    }

    static class ReadFirst implements Serializable {
        private static final long serialVersionUID = 1;
        static ReadFirst last;

        private void readObject(ObjectInputStream stream) {
            last = this;
        }
    }

    /** It is refused, once the class above has read its part. */
    public static final class RefusedLate extends ReadFirst {
        private static final long serialVersionUID = 1;
        private final transient String text = "a".trim();

        private void readObject(ObjectInputStream stream) throws IOException {
            throw new InvalidObjectException("refused");
        }

        public static RefusedLate last() {
            return (RefusedLate) last;
        }

        public void refusedLateBad() {
            assert text != null;
        }
    }

    private P() {
    }
}
