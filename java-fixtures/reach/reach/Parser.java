package reach;

/** A parser of a small language: {@code program NAME; [function NAME;]… begin end}. */
public final class Parser {
    private Parser() {}

    /** The assertion fails when the text is a program. */
    public static void main(char[] text) {
        if (parse(text)) {
            assert false;
        }
    }

    static boolean parse(char[] text) {
        char[] program = {'p', 'r', 'o', 'g', 'r', 'a', 'm'};
        char[] functionWord = {'f', 'u', 'n', 'c', 't', 'i', 'o', 'n'};
        char[] begin = {'b', 'e', 'g', 'i', 'n'};
        char[] end = {'e', 'n', 'd'};
        int at = keyword(text, 0, program);
        if (at < 0) {
            return false;
        }
        at = name(text, skip(text, at));
        if (at < 0) {
            return false;
        }
        at = semicolon(text, at);
        if (at < 0) {
            return false;
        }
        int function = keyword(text, skip(text, at), functionWord);
        while (function >= 0) {
            at = name(text, skip(text, function));
            if (at < 0) {
                return false;
            }
            at = semicolon(text, at);
            if (at < 0) {
                return false;
            }
            function = keyword(text, skip(text, at), functionWord);
        }
        at = keyword(text, skip(text, at), begin);
        if (at < 0) {
            return false;
        }
        at = keyword(text, skip(text, at), end);
        return at == text.length;
    }

    /** Where a keyword ends that begins here, or -1. */
    static int keyword(char[] text, int start, char[] word) {
        if (start + word.length > text.length) {
            return -1;
        }
        for (int at = 0; at < word.length; at++) {
            if (text[start + at] != word[at]) {
                return -1;
            }
        }
        return start + word.length;
    }

    /** Where a name of at least one letter ends that begins here, or -1. */
    static int name(char[] text, int start) {
        int at = start;
        while (at < text.length && isLetter(text[at])) {
            at++;
        }
        return at > start ? at : -1;
    }

    static int semicolon(char[] text, int start) {
        return start < text.length && text[start] == ';' ? start + 1 : -1;
    }

    static int skip(char[] text, int start) {
        int at = start;
        while (at < text.length && text[at] == ' ') {
            at++;
        }
        return at;
    }

    static boolean isLetter(char letter) {
        return letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z';
    }
}
