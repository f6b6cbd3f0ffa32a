package lost_in_a_stream;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

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

    /** What it holds comes back as something else. */
    public static final class HoldsMany implements Serializable {
        private static final long serialVersionUID = 1;
        private final Vanishing[] parts = {new Vanishing()};
        private final List<Vanishing> listed = new ArrayList<>();

        public HoldsMany() {
            listed.add(new Vanishing());
        }

        public void elementBad() {
            assert parts[0] != null;
        }

        public void listedBad() {
            assert listed.isEmpty() || listed.get(0) != null;
        }

        public void manyOk() {
            assert parts != null;
        }
    }

    static class VanishingAbove implements Serializable {
        private static final long serialVersionUID = 1;

        protected Object readResolve() {
            return null;
        }
    }

    static final class VanishingBelow extends VanishingAbove {
        private static final long serialVersionUID = 1;
    }

    static final class WrittenAsStub implements Serializable {
        private static final long serialVersionUID = 1;

        private Object writeReplace() {
            return new Stub();
        }
    }

    static final class Stub implements Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            return null;
        }
    }

    /** What it refers to gives way to null, as a class above says, or what is written in its place. */
    public static final class HoldsOthers implements Serializable {
        private static final long serialVersionUID = 1;
        private final VanishingBelow below = new VanishingBelow();
        private final WrittenAsStub written = new WrittenAsStub();

        public void belowBad() {
            assert below != null;
        }

        public void stubBad() {
            assert written != null;
        }
    }

    abstract static class Shape implements Serializable {
        private static final long serialVersionUID = 1;
    }

    static final class Square extends Shape {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            return new Circle();
        }
    }

    static final class Circle extends Shape {
        private static final long serialVersionUID = 1;
    }

    /** What it refers to gives way to an object of another class, and its own text stays. */
    public static final class HoldsShape implements Serializable {
        private static final long serialVersionUID = 1;
        private final Shape shape = new Square();
        private int state;

        private Object readResolve() {
            state = 1;
            return this;
        }

        public void squareBad() {
            assert shape instanceof Square;
        }

        public void resolvedBad() {
            assert state == 0;
        }

        public void shapeOk() {
            assert shape != null;
        }
    }

    /** There is one of it, of which each that is read gives way to that. */
    public static final class Single implements Serializable {
        private static final long serialVersionUID = 1;
        private static final Single ONE = new Single("one");
        private final String text;

        private Single(String text) {
            this.text = text;
        }

        public static Single one() {
            return ONE;
        }

        private Object readResolve() {
            return ONE;
        }

        public void singleOk() {
            assert text != null;
        }
    }

    /** It has the one. */
    public static final class HoldsSingle implements Serializable {
        private static final long serialVersionUID = 1;
        private final Single single;

        public HoldsSingle(Single single) {
            if (single == null) {
                throw new IllegalArgumentException("no single");
            }
            this.single = single;
        }

        public void heldSingleOk() {
            assert single != null;
        }
    }

    static final class Part implements Serializable {
        private static final long serialVersionUID = 1;
        private final transient Object text = new Object();
    }

    /** What it refers to comes back without its own part. */
    public static final class HasPart implements Serializable {
        private static final long serialVersionUID = 1;
        private final Part part = new Part();
        private final Object any = new Part();

        public void partTextBad() {
            assert part.text != null;
        }

        public void anyTextBad() {
            assert ((Part) any).text != null;
        }
    }

    /** The class above has a part; there are others of the same class, which no stream has. */
    public static final class HasPartAbove extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        private final Part part = new Part();

        public void partAboveBad() {
            assert part.text != null;
        }
    }

    record Less(int number) implements Serializable {
        Less {
            number = number - 1;
        }
    }

    record Checked(int number) implements Serializable {
        Checked {
            if (number < 1) {
                throw new IllegalArgumentException("below one");
            }
        }
    }

    record Turned(int left, int right) implements Serializable {
        Turned(int left, int right) {
            this.left = right;
            this.right = left;
        }
    }

    /** Each time it is read, its record is turned around. */
    public static final class HasTurned implements Serializable {
        private static final long serialVersionUID = 1;
        private final Turned turned = new Turned(0, 2);

        public int turnedBad() {
            return 10 / turned.left();
        }
    }

    /** Reading a record runs its constructor again. */
    public static final class HasRecord implements Serializable {
        private static final long serialVersionUID = 1;
        private final Less less = new Less(2);

        public int lessBad() {
            return 10 / less.number();
        }
    }

    /** What its constructor keeps as it is, is the same again. */
    public static final class HasChecked implements Serializable {
        private static final long serialVersionUID = 1;
        private final Checked checked = new Checked(2);

        public int checkedOk() {
            return 10 / checked.number();
        }
    }

    /** It is read by its own code. */
    public static final class Outside implements java.io.Externalizable {
        int number = 1;

        @Override
        public void writeExternal(java.io.ObjectOutput stream) {
        }

        @Override
        public void readExternal(java.io.ObjectInput stream) {
            number = 0;
        }
    }

    /** It has one. */
    public static final class HasOutside implements Serializable {
        private static final long serialVersionUID = 1;
        private final Outside outside = new Outside();

        public void outsideBad() {
            assert outside.number != 0;
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
