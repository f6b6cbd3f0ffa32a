package sequence_of_ones_own;

import java.util.StringJoiner;

/** A `CharSequence` of the caller's own class does as it likes when it is asked for its text. */
public class P {
    private int count;

    public void touch() {
        count++;
    }

    public void containsBad(CharSequence other) {
        if (other != null) {
            int before = count;
            boolean contains = "abc".contains(other);
            assert count == before;
        }
    }

    public void replaceBad(CharSequence other) {
        if (other != null) {
            int before = count;
            String replaced = "abc".replace("a", other);
            assert count == before;
        }
    }

    public void contentBad(CharSequence other) {
        if (other != null) {
            int before = count;
            boolean same = "abc".contentEquals(other);
            assert count == before;
        }
    }

    public void appendBad(CharSequence other) {
        if (other != null) {
            int before = count;
            new StringBuilder().append(other);
            assert count == before;
        }
    }

    public void insertBad(CharSequence other) {
        if (other != null) {
            int before = count;
            new StringBuilder("x").insert(0, other);
            assert count == before;
        }
    }

    public void builderBad(CharSequence other) {
        if (other != null) {
            int before = count;
            new StringBuilder(other);
            assert count == before;
        }
    }

    public void joinBad(CharSequence other) {
        int before = count;
        String joined = String.join(",", other, "x");
        assert count == before;
    }

    public void joinerBad(CharSequence other) {
        int before = count;
        new StringJoiner(",").add(other);
        assert count == before;
    }

    /** Strings and builders change nothing when they are read. */
    public void stringOk(String other) {
        if (other != null) {
            int before = count;
            boolean contains = "abc".contains(other);
            assert count == before;
        }
    }

    public void madeOk(String other) {
        int before = count;
        CharSequence made = new StringBuilder(other == null ? "x" : other);
        String joined = String.join(",", made, "x");
        assert count == before;
    }
}
