// Rows of conditionals that only compute: what they leave depends on all of them, and on each by itself.
package check;

public class Joins {
    public static int rowOk(int bits) {
        int sum = 0;
        if ((bits & 1) != 0) sum += 1;
        if ((bits & 2) != 0) sum += 2;
        if ((bits & 4) != 0) sum += 4;
        if ((bits & 8) != 0) sum += 8;
        if ((bits & 16) != 0) sum += 16;
        if ((bits & 32) != 0) sum += 32;
        if ((bits & 64) != 0) sum += 64;
        if ((bits & 128) != 0) sum += 128;
        if ((bits & 256) != 0) sum += 256;
        if ((bits & 512) != 0) sum += 512;
        if ((bits & 1024) != 0) sum += 1024;
        if ((bits & 2048) != 0) sum += 2048;
        if ((bits & 4096) != 0) sum += 4096;
        if ((bits & 8192) != 0) sum += 8192;
        if ((bits & 16384) != 0) sum += 16384;
        if ((bits & 32768) != 0) sum += 32768;
        assert sum == (bits & 65535);
        return sum;
    }

    public static int rowBad(int bits) {
        int sum = 0;
        if ((bits & 1) != 0) sum += 1;
        if ((bits & 2) != 0) sum += 2;
        if ((bits & 4) != 0) sum += 4;
        if ((bits & 8) != 0) sum += 8;
        if ((bits & 16) != 0) sum += 16;
        if ((bits & 32) != 0) sum += 32;
        if ((bits & 64) != 0) sum += 64;
        if ((bits & 128) != 0) sum += 128;
        if ((bits & 256) != 0) sum += 256;
        if ((bits & 512) != 0) sum += 512;
        assert sum != 682;
        return sum;
    }

    private static int larger(int a, int b) {
        if (a > b) {
            return a;
        }
        return b;
    }

    public static int calledOk(int a, int b, int c, int d, int e, int f, int g, int h) {
        int most = larger(larger(larger(a, b), larger(c, d)), larger(larger(e, f), larger(g, h)));
        assert most >= a && most >= d && most >= e && most >= h;
        return most;
    }

    public static int calledBad(int a, int b, int c, int d, int e, int f, int g, int h) {
        int most = larger(larger(larger(a, b), larger(c, d)), larger(larger(e, f), larger(g, h)));
        assert most != 77 || h != 77 || a != 12;
        return most;
    }

    public static boolean clausesOk(boolean a, boolean b, boolean c, boolean d, int x) {
        boolean either = (a && b) || (c && d);
        boolean mixed = (a || c) && (b || d);
        long scaled = x > 0 ? (either ? 3L : 5L) : (mixed ? 7L : 11L);
        assert !either || mixed;
        assert scaled >= 3 && scaled <= 11;
        return x > 0 ? either : mixed;
    }

    public static boolean clausesBad(boolean a, boolean b, boolean c, boolean d, int x) {
        boolean either = (a && b) || (c && d);
        boolean mixed = (a || c) && (b || d);
        long scaled = x > 0 ? (either ? 3L : 5L) : (mixed ? 7L : 11L);
        assert !mixed || either || scaled != 5;
        return x > 0 ? either : mixed;
    }

    public static int loopOk(int bits) {
        int ones = 0;
        for (int i = 0; i < 24; i++) {
            if ((bits >>> i & 1) == 1) {
                ones++;
            }
        }
        assert ones <= 24;
        return ones;
    }

    public static int loopBad(int bits) {
        int ones = 0;
        for (int i = 0; i < 24; i++) {
            if ((bits >>> i & 1) == 1) {
                ones++;
            }
        }
        assert ones < 24;
        return ones;
    }

    public static int switchOk(int day) {
        int length;
        switch (day) {
            case 2: length = 28; break;
            case 4: case 6: case 9: case 11: length = 30; break;
            default: length = 31;
        }
        if (day < 1) length = 0;
        if (day > 12) length = 0;
        assert length == 0 || length >= 28;
        return length;
    }

    public static int switchBad(int day) {
        int length;
        switch (day) {
            case 2: length = 28; break;
            case 4: case 6: case 9: case 11: length = 30; break;
            default: length = 31;
        }
        if (day < 1) length = 0;
        if (day > 12) length = 0;
        assert length != 30 || day != 9;
        return length;
    }

    public static int sortedOk(int a, int b, int c, int d) {
        int kept;
        if (a > b) { kept = a; a = b; b = kept; }
        if (c > d) { kept = c; c = d; d = kept; }
        if (a > c) { kept = a; a = c; c = kept; }
        if (b > d) { kept = b; b = d; d = kept; }
        if (b > c) { kept = b; b = c; c = kept; }
        assert a <= b && b <= c && c <= d;
        return a;
    }

    public static int sortedBad(int a, int b, int c, int d) {
        int kept;
        if (a > b) { kept = a; a = b; b = kept; }
        if (c > d) { kept = c; c = d; d = kept; }
        if (a > c) { kept = a; a = c; c = kept; }
        if (b > d) { kept = b; b = d; d = kept; }
        assert b <= c;
        return a;
    }

    public static int divisorOk(int a, int b) {
        int divisor = a > 10 ? 3 : 4;
        if (b > 10) divisor += 2;
        return a / divisor;
    }

    public static int divisorBad(int a, int b) {
        int divisor = a > 10 ? 2 : 3;
        if (b > 10) divisor -= 2;
        return a / divisor;
    }

    public static double doubleOk(double x) {
        double y = x > 0 ? x : 0.0;
        float z = x > 1 ? 1f : 0.5f;
        assert y >= 0;
        assert z > 0.25f;
        return y * z;
    }

    public static double doubleBad(double x) {
        double y = x > 0 ? x : 0.0;
        float z = x > 1 ? 1f : 0.5f;
        assert y < 1 || z < 1f;
        return y * z;
    }

    public static int objectOk(int[] numbers, int x) {
        int[] other = new int[] {1, 2, 3};
        int[] chosen = x > 0 ? other : new int[] {4, 5};
        int index = x > 5 ? 2 : 1;
        assert chosen[x > 0 ? index : 0] > 0;
        return chosen.length;
    }

    public static int objectBad(int x) {
        int[] other = new int[] {1, 2, 3};
        int[] chosen = x > 0 ? other : new int[] {4, 5};
        int index = x > -5 ? 2 : 1;
        return chosen[index];
    }
}
