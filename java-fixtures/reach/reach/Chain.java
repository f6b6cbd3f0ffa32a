package reach;

/** Five methods of four paths each, and a target behind one path of each: 1024 whole paths, 20 of single methods. */
public final class Chain {
    private Chain() {}

    public static void main(char a, char b, char c, char d, char e) {
        int total = first(a) + second(b) + third(c) + fourth(d) + fifth(e);
        if (total == 15) {
            assert false;
        }
    }

    static int first(char letter) {
        return letter == 'q' ? 3 : letter > 'q' ? 2 : letter > 'c' ? 1 : 0;
    }

    static int second(char letter) {
        return letter == 'e' ? 3 : letter > 'e' ? 2 : letter > 'b' ? 1 : 0;
    }

    static int third(char letter) {
        return letter == 'z' ? 3 : letter > 'z' ? 2 : letter > 'a' ? 1 : 0;
    }

    static int fourth(char letter) {
        return letter == 'k' ? 3 : letter > 'k' ? 2 : letter > 'f' ? 1 : 0;
    }

    static int fifth(char letter) {
        return letter == 'u' ? 3 : letter > 'u' ? 2 : letter > 'd' ? 1 : 0;
    }
}
