package loops.own;

/** Loops over numbers: which assertions can fail is in the table beside. */
public final class Counting {
    private Counting() {}

    static void nested(int m, int n) {
        int inner = 0;
        int outer = 0;
        for (int i = 0; i < m; i++) {
            outer++;
            for (int j = 0; j < n; j++) {
                inner += 2;
            }
        }
        assert outer <= m || m < 0; // #outer
        assert inner % 2 == 0; // #even
    }

    static void triangular(int n) {
        int j = 0;
        for (int i = 0; i < n; i++) {
            j = i;
            while (j < n) {
                j++;
            }
        }
        assert n <= 0 || j == n; // #inner-end
    }

    static void twoExits(int n, int stop) {
        int i = 0;
        while (i < n) {
            if (i == stop) {
                break;
            }
            i++;
        }
        assert i <= n || n < 0; // #within
        assert i == n; // #reaches-end
    }

    static void skipping(int n) {
        int odd = 0;
        int i = 0;
        while (i < n) {
            i++;
            if ((i & 1) == 0) {
                continue;
            }
            odd++;
        }
        assert odd <= i; // #few
        assert 2 * odd - i <= 1; // #half
        assert odd != 700; // #seven-hundred
    }

    static void doWhile(int n) {
        int i = 0;
        do {
            i++;
        } while (i < n);
        assert i >= 1; // #once
        assert i == n; // #exactly
    }

    static void decreasing(int n) {
        int c = 0;
        for (int i = n; i > 0; i -= 3) {
            c++;
        }
        assert c >= 0; // #positive
        assert c != 33; // #thirty-three
    }

    static void multiplied(int n) {
        int a = 0;
        int b = 7;
        for (int i = 0; i < n; i++) {
            a += 6;
            b += 10;
        }
        assert 5 * a == 3 * (b - 7); // #related
        assert a != 15; // #multiple
        assert b != 100_007; // #large
    }

    static int early(int n, int key) {
        for (int i = 0; i < n; i++) {
            if (i * 5 == key) {
                assert key % 5 == 0; // #divisible
                return i;
            }
        }
        return -1;
    }

    static int increased(int x) {
        return x + 2;
    }

    static void calling(int n) {
        int x = 1;
        for (int i = 0; i < n; i++) {
            x = increased(x);
        }
        assert x % 2 != 0; // #odd
        assert x != 4_001; // #four-thousand-one
    }

    static void overflow(int n) {
        int i = 0;
        int c = 5;
        while (i < n) {
            i++;
            c++;
        }
        assert c >= 5; // #grows
    }

    static void alternating(int n) {
        boolean up = true;
        int y = 100;
        for (int i = 0; i < n; i++) {
            if (up) {
                y += 5;
            } else {
                y -= 3;
            }
            up = !up;
        }
        assert y != 101; // #one
        assert y >= 100 || n > 1_000_000_000; // #above
    }

    static void parity(int n) {
        int even = 0;
        int odd = 0;
        for (int i = 0; i < n; i++) {
            if (i % 2 == 0) {
                even++;
            } else {
                odd++;
            }
        }
        assert even - odd <= 1; // #balanced
        assert even >= odd; // #first
        assert even != odd + 1; // #never-ahead
    }

    static void longs(long n) {
        long sum = 0;
        for (long i = 0; i < n; i++) {
            sum += 3;
        }
        assert sum % 3 == 0; // #thirds
        assert sum >= 0; // #not-negative
    }

    static void lastValue(int n) {
        int last = -1;
        for (int i = 0; i < n; i++) {
            last = i;
        }
        assert last < n || n <= 0; // #below
        assert last != 99_999; // #far
    }

    static void doubling(int x) {
        for (int i = 0; i < 20; i++) {
            x = x + x;
        }
        assert x < 32; // #small
        assert (x & 0xFFFFF) == 0; // #shifted
    }

    static void modes(int n) {
        int mode = 0;
        for (int i = 0; i < n; i++) {
            if (mode == 0) {
                mode = 1;
            } else if (mode == 1) {
                mode = 2;
            } else {
                mode = 0;
            }
        }
        assert mode >= 0 && mode <= 2; // #three
        assert mode != 2; // #never-two
    }

    static void squares(int n) {
        int i = 0;
        int s = 0;
        while (i < n) {
            s += i;
            i++;
        }
        assert s >= 0; // #sum
    }

    static void odds(int n) {
        int squares = 0;
        int evens = 0;
        for (int i = 0; i < n; i++) {
            squares += 2 * i + 1;
            evens += i + i;
        }
        assert (evens & 1) == 0; // #pairs
        assert squares != 10_000; // #hundred-squared
        assert evens != 90; // #ninety
    }

    static void down(int n) {
        int s = 0;
        for (int i = n; i > 0; i--) {
            s += i;
        }
        assert s != 5050; // #hundred
    }
}
