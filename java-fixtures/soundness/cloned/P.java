package cloned;

import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;

/** Classes that inherit a public clone from the JDK's: a copy refers to what the original does. */
public final class P {
    /** A date that knows itself. */
    public static final class Day extends Date {
        private static final long serialVersionUID = 1;
        private final transient Object self = this;

        public void selfBad() {
            assert self == this;
        }
    }

    /** A list that has a part which knows it. */
    public static final class Listed extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        private static final class Owned {
            private final Object owner;

            Owned(Object owner) {
                this.owner = owner;
            }
        }

        private final transient Owned owned = new Owned(this);

        public void ownerBad() {
            assert owned.owner == this;
        }
    }

    /** A table that knows itself, of which no copies are made. */
    public static final class Single extends HashMap<String, String> {
        private static final long serialVersionUID = 1;
        private static int made;
        private final transient Runnable self = () -> made += size();

        @Override
        public Object clone() {
            throw new UnsupportedOperationException("no copies");
        }

        public void runsBad() {
            assert self != null;
        }
    }

    private P() {
    }
}
