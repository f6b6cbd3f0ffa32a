package prove;

/** Lines that are asked about: can an execution come there? */
public final class Lines {
    private Lines() {}

    static int steps(int n) {
        int i = 0;
        while (i < n) {
            i += 4;
        }
        if (i == 15) {
            i = 1; // #not-a-step
        }
        if (i == 4000) {
            i = 2; // #thousand-steps
        }
        return i;
    }

    static int within(int n) {
        int result = 0;
        for (int i = 0; i < n; i++) {
            if ((i & 1) == 0) {
                result += 2;
            }
            if ((result & 1) != 0) {
                result = 7; // #odd
            }
            if (result == 30) {
                result += 4; // #thirty
            }
        }
        return result;
    }

    static int twice(int n) {
        int result = n;
        try {
            if (n < 0) {
                throw new IllegalArgumentException(); // #thrown-and-caught
            }
            result++;
        } catch (IllegalArgumentException exception) {
            result = 0; // #handler
        } catch (ArithmeticException exception) {
            result = 1; // #no-division
        } finally {
            result *= 2; // #copied
        }
        return result;
    }

    private static int half(int n) {
        if (n > 100) {
            return 0; // #too-large
        }
        return n / 2; // #half
    }

    static int callsHalf(int n) {
        return n < 50 ? half(n) : 0;
    }
}
