package demand;

/** A sequence of 12 calls with four paths each, and the target behind all of them. */
final class Chain12 {
    private Chain12() {
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

    static int step6(int x) {
        if (x < 63) {
            return 7;
        }
        if (x == 67) {
            return 8;
        }
        if (x > 110) {
            return 9;
        }
        return 10;
    }

    static int step7(int x) {
        if (x < 73) {
            return 8;
        }
        if (x == 77) {
            return 9;
        }
        if (x > 120) {
            return 10;
        }
        return 11;
    }

    static int step8(int x) {
        if (x < 83) {
            return 9;
        }
        if (x == 87) {
            return 10;
        }
        if (x > 130) {
            return 11;
        }
        return 12;
    }

    static int step9(int x) {
        if (x < 93) {
            return 10;
        }
        if (x == 97) {
            return 11;
        }
        if (x > 140) {
            return 12;
        }
        return 13;
    }

    static int step10(int x) {
        if (x < 103) {
            return 11;
        }
        if (x == 107) {
            return 12;
        }
        if (x > 150) {
            return 13;
        }
        return 14;
    }

    static int step11(int x) {
        if (x < 113) {
            return 12;
        }
        if (x == 117) {
            return 13;
        }
        if (x > 160) {
            return 14;
        }
        return 15;
    }

    static void all(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9, int a10, int a11) {
        int total = 0;
        total += step0(a0);
        total += step1(a1);
        total += step2(a2);
        total += step3(a3);
        total += step4(a4);
        total += step5(a5);
        total += step6(a6);
        total += step7(a7);
        total += step8(a8);
        total += step9(a9);
        total += step10(a10);
        total += step11(a11);
        if (total == 90) {
            throw new IllegalStateException("target");
        }
    }
}
