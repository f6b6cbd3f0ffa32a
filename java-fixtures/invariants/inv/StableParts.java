package inv;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Fields that are never null, of objects whose making takes more than is explored. */
public class StableParts {
    private final StringBuilder name = new StringBuilder();
    private final int[] counts = new int[4];
    private String label;
    private int[] table;

    public StableParts(String label) {
        this.label = Objects.requireNonNull(label);
        this.table = fill(label);
    }

    private static int[] fill(String text) {
        int[] made = new int[64];
        for (int i = 0; i < text.length(); i++) {
            made[i & 63] += text.charAt(i);
        }
        return made;
    }

    /** Stores what cannot be null, behind a loop. */
    public void rename(String other) {
        if (other != null) {
            table = fill(other);
            label = other.trim();
        }
    }

    public int labelOk() {
        return label.hashCode();
    }

    public int nameOk() {
        return name.length();
    }

    public int tableOk() {
        return table.length;
    }

    /** Its objects are made with an enclosing one. */
    public class View {
        private String seen = "";

        public View(String seen) {
            table = fill(seen);
            this.seen = seen + seen;
        }

        public int sizeOk() {
            return counts.length;
        }

        public int seenOk() {
            return seen.length();
        }
    }

    /** Others come by its objects before they are made. */
    public static class Leaked {
        static Leaked last;
        private final String text;

        public Leaked(String text) {
            last = this;
            fill(text);
            if (text.isEmpty()) {
                throw new IllegalArgumentException();
            }
            this.text = text.trim();
        }

        public int lengthBad() {
            return text.length();
        }
    }

    /** The same by a method of its own. */
    public static class Registered {
        static final List<Registered> ALL = new ArrayList<>();
        private final String text;

        public Registered(String text) {
            register();
            fill(text);
            if (text.isEmpty()) {
                throw new IllegalArgumentException();
            }
            this.text = text.trim();
        }

        private void register() {
            ALL.add(this);
        }

        public int lengthBad() {
            return text.length();
        }
    }

    /** A subclass sees its objects before they are made. */
    public abstract static class Hooked {
        private final String text;

        protected Hooked(String text) {
            fill(text);
            hook();
            this.text = text.trim();
        }

        protected abstract void hook();

        public int lengthBad() {
            return text.length();
        }
    }

    /** Keeps itself where it is not made yet. */
    public static class Keeping extends Hooked {
        static Hooked kept;

        public Keeping(String text) {
            super(text);
        }

        @Override
        protected void hook() {
            kept = this;
            throw new IllegalStateException();
        }
    }

    /** A method stores null in a case. */
    public static class Cleared {
        private String text;

        public Cleared(String text) {
            fill(text);
            this.text = text.trim();
        }

        public void clear(boolean all, String other) {
            fill(other);
            text = all ? null : other.trim();
        }

        public int lengthBad() {
            return text.length();
        }
    }

    /** Of two values that one call has given, one after the other, only the later is tested. */
    public static class Tested {
        private final String text;

        public Tested(String[] given) {
            String kept = "";
            String now = "";
            for (int i = 0; i < given.length; i++) {
                kept = now;
                now = at(given, i);
                if (i == 2 && now == null) {
                    throw new IllegalArgumentException();
                }
                if (i == 2) {
                    break;
                }
            }
            text = kept;
        }

        private static String at(String[] given, int place) {
            return given[place];
        }

        public int lengthBad() {
            return text.length();
        }
    }
}
