package demand;

/** A text that contains four words, as arrays of characters. */
final class Words {
    private static final char[] HELLO = {'H', 'e', 'l', 'l', 'o'};
    private static final char[] WORLD = {'w', 'o', 'r', 'l', 'd'};
    private static final char[] AT = {'a', 't'};
    private static final char[] MICROSOFT = {'M', 'i', 'c', 'r', 'o', 's', 'o', 'f', 't', '!'};

    private Words() {
    }

    static boolean containsAt(char[] text, int from, char[] word) {
        for (int i = 0; i < word.length; i++) {
            if (text[from + i] != word[i]) {
                return false;
            }
        }
        return true;
    }

    static boolean contains(char[] text, char[] word) {
        for (int from = 0; from + word.length <= text.length; from++) {
            if (containsAt(text, from, word)) {
                return true;
            }
        }
        return false;
    }

    static void two(char[] text) {
        if (contains(text, AT) && contains(text, HELLO)) {
            throw new IllegalStateException("target");
        }
    }

    static void all(char[] text) {
        boolean hello = contains(text, HELLO);
        boolean world = contains(text, WORLD);
        boolean at = contains(text, AT);
        boolean microsoft = contains(text, MICROSOFT);
        if (hello && world && at && microsoft) {
            throw new IllegalStateException("target");
        }
    }
}
