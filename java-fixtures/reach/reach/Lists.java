package reach;

/** A recursive callee: the target is behind a certain number of its activations. */
public final class Lists {
    /** A list. */
    public static final class Link {
        Link next;
    }

    private Lists() {}

    public static void main(Link list) {
        if (length(list) == 5) {
            assert false;
        }
    }

    static int length(Link list) {
        if (list == null) {
            return 0;
        }
        return 1 + length(list.next);
    }

    public static void halves(int number) {
        if (log(number) == 6) {
            assert false;
        }
    }

    static int log(int number) {
        if (number <= 1) {
            return 0;
        }
        return 1 + log(number / 2);
    }
}
