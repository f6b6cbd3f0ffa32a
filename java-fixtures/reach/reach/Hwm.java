package reach;

/** Does a text contain four words? Each is looked for by itself, so that whole paths multiply. */
public final class Hwm {
    private static final char[] HELLO = {'H', 'e', 'l', 'l', 'o'};
    private static final char[] WORLD = {'w', 'o', 'r', 'l', 'd'};
    private static final char[] AT = {'a', 't'};
    private static final char[] MICROSOFT = {'M', 'i', 'c', 'r', 'o', 's', 'o', 'f', 't', '!'};

    private Hwm() {}

    public static void main(char[] text) {
        if (contains(text, HELLO) && contains(text, WORLD) && contains(text, AT) && contains(text, MICROSOFT)) {
            assert false;
        }
    }

    static boolean contains(char[] text, char[] word) {
        for (int start = 0; start + word.length <= text.length; start++) {
            if (containsAt(text, start, word)) {
                return true;
            }
        }
        return false;
    }

    static boolean containsAt(char[] text, int start, char[] word) {
        for (int at = 0; at < word.length; at++) {
            if (text[start + at] != word[at]) {
                return false;
            }
        }
        return true;
    }
}
