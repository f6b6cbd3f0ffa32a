package equivalence;

/** Methods and mutants of theirs that do the same: the body of {@code nameMutant} is another body of {@code name}. */
final class Same {
    int value;
    int other;
    Same next;
    static int counter;

    static int abs(int x) {
        return x >= 0 ? x : -x;
    }

    static int absMutant(int x) {
        return x > 0 ? x : -x;
    }

    static int max(int a, int b) {
        return a > b ? a : b;
    }

    static int maxMutant(int a, int b) {
        return a >= b ? a : b;
    }

    static int timesOne(int a) {
        return a * 1;
    }

    static int timesOneMutant(int a) {
        return a / 1;
    }

    static int addZero(int a) {
        return a + 0;
    }

    static int addZeroMutant(int a) {
        return a | 0;
    }

    static int constantLoop(int x) {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += x;
        }
        return sum;
    }

    static int constantLoopMutant(int x) {
        int sum = 0;
        for (int i = 0; i <= 9; i++) {
            sum += x;
        }
        return sum;
    }

    static int loopEnd(int x) {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum ^= x << i;
        }
        return sum;
    }

    static int loopEndMutant(int x) {
        int sum = 0;
        for (int i = 0; i != 10; i++) {
            sum ^= x << i;
        }
        return sum;
    }

    static int deadCode(int x) {
        int y = x;
        if (y * y < 0 && y > 40000 && y < 46000) {
            return 1;
        }
        return 0;
    }

    static int deadCodeMutant(int x) {
        int y = x;
        if (y * y < 0 && y > 40000 && y < 46000) {
            return 2;
        }
        return 0;
    }

    void redundantStore(int x) {
        value = 0;
        value = x;
    }

    void redundantStoreMutant(int x) {
        value = x;
    }

    void order(int x, int y) {
        value = x;
        other = y;
    }

    void orderMutant(int x, int y) {
        other = y;
        value = x;
    }

    static boolean equalStrings(String a, String b) {
        return a.equals(b) && a.length() == b.length();
    }

    static boolean equalStringsMutant(String a, String b) {
        return a.equals(b) && true;
    }

    static boolean isBlank(String text) {
        return text.length() == 0;
    }

    static boolean isBlankMutant(String text) {
        return text.length() <= 0;
    }

    static int even(int x) {
        return x % 2 == 0 ? 1 : 0;
    }

    static int evenMutant(int x) {
        return (x & 1) == 0 ? 1 : 0;
    }

    static int parity(int x) {
        return x * 2;
    }

    static int parityMutant(int x) {
        return x << 1;
    }

    static int sign(int x) {
        if (x < 0) {
            return -1;
        }
        return x == 0 ? 0 : 1;
    }

    static int signMutant(int x) {
        if (x < 0) {
            return -1;
        }
        return x <= 0 ? 0 : 1;
    }

    static int first(int[] a) {
        if (a == null || a.length == 0) {
            return -1;
        }
        return a[0];
    }

    static int firstMutant(int[] a) {
        if (a == null || a.length <= 0) {
            return -1;
        }
        return a[0];
    }

    static void swap(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    static void swapMutant(int[] a, int i, int j) {
        int t = a[j];
        int u = a[i];
        a[j] = u;
        a[i] = t;
    }

    static void count() {
        counter = counter + 1;
    }

    static void countMutant() {
        counter = counter - -1;
    }

    static int[] pair(int a, int b) {
        return new int[] {a, b};
    }

    static int[] pairMutant(int a, int b) {
        int[] made = new int[2];
        made[1] = b;
        made[0] = a;
        return made;
    }

    static Same link(Same a, int x) {
        Same made = new Same();
        made.next = a;
        made.value = x;
        return made;
    }

    static Same linkMutant(Same a, int x) {
        Same made = new Same();
        made.value = 7;
        made.value = x;
        made.next = a;
        return made;
    }

    static int unlink(Same a) {
        if (a.next != null) {
            a.next = a.next.next;
        }
        return 1;
    }

    static int unlinkMutant(Same a) {
        Same b = a.next;
        if (b != null) {
            a.next = b.next;
        }
        return 1;
    }

    static int checked(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative: " + x);
        }
        return x;
    }

    static int checkedMutant(int x) {
        if (x <= -1) {
            throw new IllegalArgumentException("negative: " + x);
        }
        return x;
    }

    static int caught(int x, int y) {
        try {
            return x / y;
        } catch (ArithmeticException e) {
            return 0;
        }
    }

    static int caughtMutant(int x, int y) {
        return y == 0 ? 0 : x / y;
    }

    static void prints(int x) {
        System.out.println(x > 0 ? x : -x);
    }

    static void printsMutant(int x) {
        System.out.println(x >= 0 ? x : -x);
    }

    static double half(double x) {
        return x < 0.0 ? -1.0 : 1.0;
    }

    static double halfMutant(double x) {
        return 0.0 > x ? -1.0 : 1.0;
    }

    static long widened(int x) {
        return (long) x * 2L;
    }

    static long widenedMutant(int x) {
        return (long) x + (long) x;
    }

    static int factorial(int n) {
        return n <= 1 ? 1 : 2;
    }

    static int factorialMutant(int n) {
        return n < 2 ? 1 : 2;
    }

    static void exits(int x) {
        if (x > 3) {
            System.exit(2);
        }
    }

    static void exitsMutant(int x) {
        if (x >= 4) {
            System.exit(2);
        }
    }

    static String joined(String a, int x) {
        return a + ":" + (x + 1);
    }

    static String joinedMutant(String a, int x) {
        return a + ":" + (x - -1);
    }

    static long besideWhatIsNotKnown(long x) {
        if (x == 7) {
            return System.nanoTime();
        }
        return x * 2;
    }

    static long besideWhatIsNotKnownMutant(long x) {
        if (x == 7) {
            return System.nanoTime();
        }
        return x << 1;
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

    static int largestMutant(int[] a) {
        int most = a[0];
        for (int i = 1; i != a.length; i++) {
            if (a[i] > most) {
                most = a[i];
            }
        }
        return most;
    }

    static int forEver(int n) {
        int i = n;
        while (i != 0) {
            i = i > 0 ? i - 1 : i;
        }
        return i;
    }

    static int forEverMutant(int n) {
        int i = n;
        while (i != 0) {
            i = i >= 0 ? i - 1 : i;
        }
        return i;
    }

    static int spaces(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ' ') {
                count++;
            }
        }
        return count;
    }

    static int spacesMutant(String text) {
        int count = 0;
        for (int i = 0; i != text.length(); i++) {
            if (text.charAt(i) == ' ') {
                count++;
            }
        }
        return count;
    }

    static int listLength(Same list) {
        int length = 0;
        for (Same at = list; at != null; at = at.next) {
            length = length + 1;
        }
        return length;
    }

    static int listLengthMutant(Same list) {
        int length = 0;
        for (Same at = list; at != null; at = at.next) {
            length = length - -1;
        }
        return length;
    }
}
