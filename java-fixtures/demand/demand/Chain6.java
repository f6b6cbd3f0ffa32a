package demand;

/** A sequence of 6 calls with four paths each, and the target behind all of them. */
final class Chain6 {
    private Chain6() {
    }

    static int step0(int x) {
        if (x < 3) {
            return 1;
        }
        if (x == 7) {
            return 2;
        }
        if (x > 50) {
            return 3;
        }
        return 4;
    }

    static int step1(int x) {
        if (x < 13) {
            return 2;
        }
        if (x == 17) {
            return 3;
        }
        if (x > 60) {
            return 4;
        }
        return 5;
    }

    static int step2(int x) {
        if (x < 23) {
            return 3;
        }
        if (x == 27) {
            return 4;
        }
        if (x > 70) {
            return 5;
        }
        return 6;
    }

    static int step3(int x) {
        if (x < 33) {
            return 4;
        }
        if (x == 37) {
            return 5;
        }
        if (x > 80) {
            return 6;
        }
        return 7;
    }

    static int step4(int x) {
        if (x < 43) {
            return 5;
        }
        if (x == 47) {
            return 6;
        }
        if (x > 90) {
            return 7;
        }
        return 8;
    }

    static int step5(int x) {
        if (x < 53) {
            return 6;
        }
        if (x == 57) {
            return 7;
        }
        if (x > 100) {
            return 8;
        }
        return 9;
    }

    static void all(int a0, int a1, int a2, int a3, int a4, int a5) {
        int total = 0;
        total += step0(a0);
        total += step1(a1);
        total += step2(a2);
        total += step3(a3);
        total += step4(a4);
        total += step5(a5);
        if (total == 27) {
            throw new IllegalStateException("target");
        }
    }
}
