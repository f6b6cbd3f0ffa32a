package loops.own;

/** Loops over arrays and strings. */
public final class Arrays {
    private Arrays() {}

    static void filled(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = 0;
        }
        if (a.length > 10) {
            assert a[5] == 0; // #zero
        }
    }

    static void partlyFilled(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = 0;
        }
        if (a.length > 40) {
            assert a[31] == 0; // #zero
        }
    }

    static void copied(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        if (a.length > 3) {
            assert b[2] == a[2]; // #same
        }
    }

    static void searched(int[] a, int key) {
        int at = -1;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) {
                at = i;
                break;
            }
        }
        assert at == -1 || a[at] == key; // #found
        assert at != 30; // #thirtieth
    }

    static void counted(int[] a, int n) {
        int k = 3;
        for (int i = 0; i < n; i++) {
            if (a[i] == 1) {
                k++;
            }
        }
        assert k <= 12; // #twelve
        assert k >= 3; // #three
    }

    static void measured(String s) {
        int spaces = 0;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == ' ') {
                spaces++;
            }
        }
        assert spaces <= s.length(); // #few
        assert spaces != 3; // #three
    }
}
