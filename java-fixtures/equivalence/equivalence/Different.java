package equivalence;

/** Methods and mutants of theirs that do not always do the same: the body of {@code nameMutant} is another body of {@code name}. */
final class Different {
    int value;
    Different next;
    static int counter;

    static boolean onlyAtTheSmallest(int x) {
        return Math.abs(x) < 0;
    }

    static boolean onlyAtTheSmallestMutant(int x) {
        return false;
    }

    static int onlyByAliasing(Different a, Different b) {
        a.value = 1;
        b.value = 2;
        return a.value;
    }

    static int onlyByAliasingMutant(Different a, Different b) {
        a.value = 1;
        b.value = 2;
        return 1;
    }

    static int onlyInTheHeap(Different a, int x) {
        a.value = x;
        return 0;
    }

    static int onlyInTheHeapMutant(Different a, int x) {
        if (x != 4711) {
            a.value = x;
        }
        return 0;
    }

    static int onlyInTheException(Object a, int x) {
        if (a == null && x == 3) {
            throw new IllegalStateException();
        }
        return x;
    }

    static int onlyInTheExceptionMutant(Object a, int x) {
        if (a == null && x == 3) {
            throw new IllegalArgumentException();
        }
        return x;
    }

    static double negativeZero(double x) {
        return x + 0.0;
    }

    static double negativeZeroMutant(double x) {
        return x;
    }

    static boolean notANumber(double x) {
        return x < 1.0;
    }

    static boolean notANumberMutant(double x) {
        return !(x >= 1.0);
    }

    static boolean wrapsAround(int x) {
        return x + 1 > x;
    }

    static boolean wrapsAroundMutant(int x) {
        return true;
    }

    static int boundary(int x) {
        return x < 100 ? 1 : 2;
    }

    static int boundaryMutant(int x) {
        return x <= 100 ? 1 : 2;
    }

    static void static_(int x) {
        counter = x;
    }

    static void static_Mutant(int x) {
        counter = x | 1;
    }

    static int[] array(int n) {
        return new int[] {n, 2};
    }

    static int[] arrayMutant(int n) {
        return new int[] {n, 2, 0};
    }

    static void element(int[] a, int i) {
        a[i] = 5;
    }

    static void elementMutant(int[] a, int i) {
        a[i] = 5;
        a[0] = a[0];
        a[a.length - 1] = 5;
    }

    static Different shape(Different a) {
        Different made = new Different();
        made.next = a;
        return made;
    }

    static Different shapeMutant(Different a) {
        Different made = new Different();
        made.next = made;
        return made;
    }

    static boolean text(String a) {
        return a.startsWith("ab");
    }

    static boolean textMutant(String a) {
        return a.contains("ab");
    }

    static Object given(Object a, Object b) {
        return a;
    }

    static Object givenMutant(Object a, Object b) {
        return b;
    }

    static void longArray(long[] a) {
        if (a.length > 3) {
            a[2] = 0;
        }
    }

    static void longArrayMutant(long[] a) {
        if (a.length > 3) {
            a[3] = 0;
        }
    }

    static int shifted(int x) {
        return x / 2;
    }

    static int shiftedMutant(int x) {
        return x >> 1;
    }

    static int loop(int n) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            count++;
        }
        return count;
    }

    static int loopMutant(int n) {
        int count = 0;
        for (int i = 0; i <= n; i++) {
            count++;
        }
        return count;
    }

    static void fields(Different[] a, int i, int j) {
        a[i] = null;
        a[j] = new Different();
    }

    static void fieldsMutant(Different[] a, int i, int j) {
        a[j] = new Different();
        a[i] = null;
    }
}
