package suite;

/** The kind of a triangle by the lengths of its sides. */
public class Triangle {
    public enum Kind { INVALID, SCALENE, ISOSCELES, EQUILATERAL }

    public static Kind classify(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return Kind.INVALID;
        }
        int matches = 0;
        if (a == b) {
            matches += 1;
        }
        if (a == c) {
            matches += 2;
        }
        if (b == c) {
            matches += 3;
        }
        if (matches == 0) {
            if (a + b <= c || b + c <= a || a + c <= b) {
                return Kind.INVALID;
            }
            return Kind.SCALENE;
        }
        if (matches > 3) {
            return Kind.EQUILATERAL;
        }
        if (matches == 1 && a + b > c || matches == 2 && a + c > b || matches == 3 && b + c > a) {
            return Kind.ISOSCELES;
        }
        return Kind.INVALID;
    }
}
