// Floating point: what holds with room to spare, and what rounding breaks.
package check;

public class Reals {
    public static double meanOk(double a, double b) {
        if (!(a >= 0 && a <= 1000 && b >= 0 && b <= 1000)) {
            return 0;
        }
        double mean = (a + b) / 2;
        assert mean >= 0 && mean <= 1000;
        return mean;
    }

    public static double tenthsBad(int n) {
        if (n < 0 || n > 20) {
            return 0;
        }
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 0.1;
        }
        assert sum == n / 10.0;
        return sum;
    }

    public static double hypotenuseOk(double a, double b) {
        if (!(a >= 0 && a <= 1e6 && b >= 0 && b <= 1e6)) {
            return 0;
        }
        double c = Math.sqrt(a * a + b * b);
        assert c >= 0 && c <= 2e6;
        return c;
    }

    public static double sineOk(double angle) {
        double sine = Math.sin(angle);
        assert !(sine > 1.5) && !(sine < -1.5);
        return sine;
    }

    public static double sineBad(double angle) {
        if (!(angle > 0 && angle < 3)) {
            return 0;
        }
        assert Math.sin(angle) < 0.99;
        return angle;
    }

    public static int percentOk(double share) {
        if (!(share >= 0 && share <= 1)) {
            return 0;
        }
        int percent = (int) (share * 100);
        assert percent >= 0 && percent <= 100;
        return percent;
    }

    public static double ratioBad(double a, double b) {
        if (b == 0) {
            return 0;
        }
        double ratio = a / b;
        assert ratio * b == a || a != a || b != b;
        return ratio;
    }

    public static float narrowedBad(int value) {
        float narrowed = value;
        assert (int) narrowed == value;
        return narrowed;
    }

    public static double temperatureOk(double celsius) {
        if (!(celsius >= -273.15 && celsius <= 1000)) {
            return 0;
        }
        double fahrenheit = celsius * 1.8 + 32;
        assert fahrenheit >= -460 && fahrenheit <= 2000;
        return fahrenheit;
    }

    public static double logBad(double x) {
        if (!(x > 0 && x < 100)) {
            return 0;
        }
        assert Math.log(x) < 4;
        return x;
    }
}
