// Properties of recursive methods. Arguments are bounded where a stack would end otherwise, far beyond any depth that is explored.
package check;

public class Recursion {
    private static int addition(int m, int n) {
        if (n == 0) {
            return m;
        }
        if (n > 0) {
            return addition(m + 1, n - 1);
        }
        return addition(m - 1, n + 1);
    }

    public static void additionOk(int m, int n) {
        if (n > -5000 && n < 5000) {
            assert addition(m, n) == m + n;
        }
    }

    public static void additionBad(int m, int n) {
        assert addition(m, n) > m || n <= 0;
    }

    private static int multiplication(int m, int n) {
        if (n == 0) {
            return 0;
        }
        return m + multiplication(m, n - 1);
    }

    public static void multiplicationOk(int m, int n) {
        if (n >= 0 && n < 5000) {
            assert multiplication(m, n) == m * n;
        }
    }

    public static void multiplicationBad(int m, int n) {
        if (n >= 0 && m >= 0) {
            assert multiplication(m, n) >= m;
        }
    }

    private static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        if (n == 0) {
            return ackermann(m - 1, 1);
        }
        return ackermann(m - 1, ackermann(m, n - 1));
    }

    public static void ackermannOk(int n) {
        if (n >= 0 && n < 300) {
            assert ackermann(2, n) == 2 * n + 3;
        }
    }

    public static void ackermannBad(int n) {
        if (n >= 0) {
            assert ackermann(2, n) != 13;
        }
    }

    private static int fibonacci(int n) {
        if (n < 1) {
            return 0;
        }
        if (n == 1) {
            return 1;
        }
        return fibonacci(n - 1) + fibonacci(n - 2);
    }

    public static void fibonacciOk(int n) {
        if (n >= 0 && n <= 25) {
            assert fibonacci(n) >= n - 1;
        }
    }

    public static void fibonacciBad(int n) {
        if (n >= 0 && n <= 25) {
            assert fibonacci(n) >= n;
        }
    }

    private static int gcd(int a, int b) {
        if (b == 0) {
            return a;
        }
        return gcd(b, a % b);
    }

    public static void gcdOk(int a, int b) {
        if (a > 0 && b >= 0) {
            assert gcd(a, b) >= 1;
        }
    }

    public static void gcdBoundOk(int a, int b) {
        if (a > 0 && b > 0) {
            int divisor = gcd(a, b);
            assert divisor <= a && divisor <= b;
        }
    }

    public static void gcdBad(int a, int b) {
        if (a > 0 && b > 0) {
            assert gcd(a, b) < a;
        }
    }

    private static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    private static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    public static void evenOddOk(int n) {
        if (n >= 0 && n < 5000) {
            assert even(n) == ((n & 1) == 0);
        }
    }

    public static void evenOddBad(int n) {
        if (n >= 0) {
            assert even(n) || n < 3;
        }
    }

    private static int mcCarthy(int n) {
        if (n > 100) {
            return n - 10;
        }
        return mcCarthy(mcCarthy(n + 11));
    }

    public static void mcCarthyOk(int n) {
        if (n < -2000) {
            return;
        }
        int result = mcCarthy(n);
        assert n > 100 || result == 91;
    }

    public static void mcCarthyLargeOk(int n) {
        if (n >= -2000) {
            assert mcCarthy(n) >= 91;
        }
    }

    public static void mcCarthyBad(int n) {
        assert mcCarthy(n) == 91 || n > 102;
    }

    private static int moves(int discs) {
        if (discs <= 0) {
            return 0;
        }
        return moves(discs - 1) + 1 + moves(discs - 1);
    }

    public static void hanoiOk(int discs) {
        if (discs >= 0 && discs < 24) {
            assert moves(discs) == (1 << discs) - 1;
        }
    }

    public static void hanoiBad(int discs) {
        if (discs >= 0 && discs < 24) {
            assert moves(discs) != 15;
        }
    }

    private static int search(int[] values, int key, int low, int high) {
        if (low > high) {
            return -1;
        }
        int middle = low + (high - low) / 2;
        if (values[middle] == key) {
            return middle;
        }
        return values[middle] < key ? search(values, key, middle + 1, high) : search(values, key, low, middle - 1);
    }

    public static void searchOk(int[] values, int key) {
        if (values == null) {
            return;
        }
        int found = search(values, key, 0, values.length - 1);
        assert found < values.length;
        assert found < 0 || values[found] == key;
    }

    public static void searchBad(int[] values, int key) {
        if (values == null) {
            return;
        }
        int found = search(values, key, 0, values.length - 1);
        assert found <= 2;
    }

    static final class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private static Node range(int from, int to) {
        if (from >= to) {
            return null;
        }
        return new Node(from, range(from + 1, to));
    }

    private static int length(Node list) {
        if (list == null) {
            return 0;
        }
        return 1 + length(list.next);
    }

    public static void lengthOk(int n) {
        if (n >= 0 && n < 5000) {
            assert length(range(0, n)) == n;
        }
    }

    public static void lengthBad(int n) {
        if (n >= 0) {
            assert length(range(1, n)) == n;
        }
    }

    private static Node reversed(Node list, Node onto) {
        if (list == null) {
            return onto;
        }
        return reversed(list.next, new Node(list.value, onto));
    }

    public static void reversalOk(int n) {
        if (n > 0 && n < 5000) {
            Node list = reversed(range(0, n), null);
            assert list != null && list.value == n - 1;
        }
    }

    public static void reversalBad(int n) {
        if (n > 0) {
            Node list = reversed(range(0, n), null);
            assert list.next != null;
        }
    }

    private static int sum(int n) {
        return n <= 0 ? 0 : n + sum(n - 1);
    }

    public static void sumOk(int n) {
        if (n <= 0 || n >= 10000) {
            return;
        }
        assert sum(n) == n * (n + 1) / 2;
    }

    public static void sumBad(int n) {
        if (n <= 0 || n >= 10000) {
            return;
        }
        assert sum(n) < n * n || n == 1;
        assert sum(n) != 15;
    }

    private static int power(int base, int exponent) {
        if (exponent == 0) {
            return 1;
        }
        int half = power(base, exponent / 2);
        return exponent % 2 == 0 ? half * half : half * half * base;
    }

    public static void powerOk(int base, int exponent) {
        if (base % 2 != 0 && exponent >= 0) {
            assert power(base, exponent) % 2 != 0;
        }
    }

    public static void powerBad(int base, int exponent) {
        if (base > 1 && exponent > 0) {
            assert power(base, exponent) > 0;
        }
    }
}
