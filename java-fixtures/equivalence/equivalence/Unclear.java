package equivalence;

/** Methods and mutants of theirs of which neither can be claimed: the body of {@code nameMutant} is another body of {@code name}. */
final class Unclear {
    static void prints(int x) {
        System.out.println(x);
    }

    static void printsMutant(int x) {
        System.out.println(x + 1);
    }

    static int neverEnds(int x) {
        return x;
    }

    static int neverEndsMutant(int x) {
        if (x == 3) {
            while (true) {
                counter++;
            }
        }
        return x;
    }

    static int counter;

    static int recursion(int n) {
        return n <= 0 ? 0 : recursion(n - 1) * 0;
    }

    static int recursionMutant(int n) {
        return n <= 0 ? 0 : recursion(n) * 0;
    }

    static void exits(int x) {
        System.exit(1);
    }

    static void exitsMutant(int x) {
        System.exit(2);
    }

    static double sine(double x) {
        return Math.sin(x);
    }

    static double sineMutant(double x) {
        return Math.sin(x + 0.0);
    }

    static long time() {
        return System.nanoTime();
    }

    static long timeMutant() {
        return System.nanoTime() * 1;
    }

    static int ends(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }

    static int endsMutant(int n) {
        int i = 0;
        while (i <= n - 1) {
            i++;
        }
        return i;
    }

    static int afterWhatIsNotKnown(int x) {
        int y = (int) System.nanoTime();
        return x * 2;
    }

    static int afterWhatIsNotKnownMutant(int x) {
        int y = (int) System.nanoTime();
        return x << 1;
    }
}
