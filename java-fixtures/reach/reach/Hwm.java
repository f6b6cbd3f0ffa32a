package reach;

/** Does a text contain four words? Each is looked for by itself, so that whole paths multiply. */
public final class Hwm {
    private Hwm() {}

    public static void main(char[] text) {
        char[] hello = {'H', 'e', 'l', 'l', 'o'};
        char[] world = {'w', 'o', 'r', 'l', 'd'};
        char[] at = {'a', 't'};
        char[] microsoft = {'M', 'i', 'c', 'r', 'o', 's', 'o', 'f', 't', '!'};
        if (contains(text, hello) && contains(text, world) && contains(text, at) && contains(text, microsoft)) {
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
