package equivalence;

/** Small methods, all of whose mutants are compared with them. A byte says how often a loop runs. */
final class Small {
    static int total;
    int value;
    Small next;

    static int abs(int x) {
        return x < 0 ? -x : x;
    }

    static int middle(int a, int b, int c) {
        int least = a < b ? a : b;
        int most = a < b ? b : a;
        return c < least ? least : c > most ? most : c;
    }

    static int triangle(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return 4;
        }
        if (a == b && b == c) {
            return 1;
        }
        return a == b || b == c || a == c ? 2 : 3;
    }

    static int clamp(int x, int low, int high) {
        if (x < low) {
            return low;
        }
        if (x > high) {
            return high;
        }
        return x;
    }

    static boolean leap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    static int bits(int x) {
        int count = 0;
        for (int i = 0; i < 8; i++) {
            if ((x & (1 << i)) != 0) {
                count++;
            }
        }
        return count;
    }

    static int added(int a, int b) {
        int sum = a + b;
        if (a > 0 && b > 0 && sum < 0) {
            return Integer.MAX_VALUE;
        }
        if (a < 0 && b < 0 && sum >= 0) {
            return Integer.MIN_VALUE;
        }
        return sum;
    }

    static int divided(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            return 0;
        }
    }

    static int sign(long x) {
        if (x > 0) {
            return 1;
        }
        return x < 0 ? -1 : 0;
    }

    static boolean logic(boolean a, boolean b, int x) {
        return a && x > 0 || !a && b && x < 10;
    }

    static double nearest(double x) {
        if (x >= 1.0) {
            return 1.0;
        }
        return x <= 0.0 ? 0.0 : x;
    }

    static void swap(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    static int first(int[] a) {
        if (a == null || a.length == 0) {
            return -1;
        }
        int x = a[0];
        return x > 0 ? x : 0;
    }

    static void count(int x) {
        total = total + 1;
        if (x > 3) {
            total = total + x - 3;
        }
    }

    static boolean starts(String s) {
        return s != null && s.length() > 0 && s.charAt(0) == 'a';
    }

    static boolean same(String s, String t) {
        return s.length() == t.length() && s.equals(t);
    }

    static int found(int[] a, int x) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) {
                return i;
            }
        }
        return -1;
    }

    static int largest(int[] a) {
        int most = a[0];
        for (int i = 1; i < a.length; i++) {
            if (a[i] > most) {
                most = a[i];
            }
        }
        return most;
    }

    static void sorted(int[] a) {
        for (int i = 1; i < a.length; i++) {
            for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
                int t = a[j];
                a[j] = a[j - 1];
                a[j - 1] = t;
            }
        }
    }

    static int summed(byte n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    static int product(byte n) {
        if (n <= 1) {
            return 1;
        }
        int product = 1;
        int i = 2;
        while (i <= n) {
            product = product * i;
            i++;
        }
        return product;
    }

    static int recursive(byte n) {
        return n <= 0 ? 0 : 1 + recursive((byte) (n - 1));
    }

    static int digit(char c) {
        return c >= '0' && c <= '9' ? c - '0' : -1;
    }

    static int season(int month) {
        switch (month) {
            case 12:
            case 1:
            case 2:
                return 0;
            case 3:
            case 4:
            case 5:
                return 1;
            default:
                return month < 9 ? 2 : 3;
        }
    }

    int larger(Small other) {
        if (other == null) {
            throw new IllegalArgumentException("nothing to compare with " + value);
        }
        if (other.value > value) {
            value = other.value;
        }
        return value;
    }

    static Small unlinked(Small a) {
        Small rest = a.next;
        if (rest != null && rest.value == a.value) {
            a.next = rest.next;
        }
        return rest;
    }

    static int length(Small a) {
        int length = 0;
        for (Small at = a; at != null && length < 100; at = at.next) {
            length++;
        }
        return length;
    }

    static int[] pair(int a, int b) {
        int[] made = new int[2];
        made[0] = a < b ? a : b;
        made[1] = a < b ? b : a;
        return made;
    }

    static String label(int x) {
        return x == 0 ? "none" : x > 0 ? "+" + x : "" + x;
    }
}
