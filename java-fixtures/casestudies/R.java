// Case study 1: linear integer constraints through abs, gcd, simplify and simp.
package casestudies;

class R {
    int num;
    int den;

    R(int num, int den) {
        this.num = num;
        this.den = den;
    }

    static int abs(int x) {
        if (x >= 0) {
            return x;
        } else {
            return -x;
        }
    }

    static int gcd(int x, int y) {
        int i = 0;
        if (x == 0) {
            return abs(y);
        }
        while ((y != 0) && (i < 2)) {
            if (x > y) {
                x = x - y;
            } else {
                y = y - x;
            }
            if (i == 2) {
                return -1;
            }
            i++;
        }
        return abs(x);
    }

    void simplify(int a, int b) {
        int gcd = gcd(a, b);
        if (gcd != 0) {
            num = num / gcd;
            den = den / gcd;
        }
    }

    static R[] simp(R[] rs) {
        R[] oldRs = new R[rs.length];
        System.arraycopy(rs, 0, oldRs, 0, rs.length);
        for (int i = 0; i < rs.length; i++) {
            rs[i].simplify(rs[i].num, rs[i].den);
        }
        return oldRs;
    }

    static R[] simp3(int num0, int den0, int num1, int den1, int num2, int den2) {
        R[] rs = {new R(num0, den0), new R(num1, den1), new R(num2, den2)};
        return simp(rs);
    }
}
