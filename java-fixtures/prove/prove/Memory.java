package prove;

/** Assertions on fields, arrays, static fields, exceptions and calls, valid and invalid. */
public final class Memory {
    public int value;
    public Memory next;
    private static int total;

    /** Two references may be one object. */
    public static void aliasOk(Memory a, Memory b) {
        if (a == null || b == null) {
            return;
        }
        a.value = 1;
        b.value = 2;
        assert a == b ? a.value == 2 : a.value == 1; // #alias-ok
    }

    public static void aliasBad(Memory a, Memory b) {
        if (a == null || b == null) {
            return;
        }
        a.value = 1;
        b.value = 2;
        assert a.value == 1; // #alias-bad
    }

    /** A new object is none of those that were there. */
    public static void freshOk(Memory a) {
        if (a == null) {
            return;
        }
        a.value = 7;
        Memory b = new Memory();
        b.value = 8;
        assert a.value == 7 && b.next == null; // #fresh-ok
    }

    /** An object may refer to itself. */
    public static void linkBad(Memory a) {
        if (a != null && a.next != null) {
            a.next.value = 3;
            a.value = 4;
            assert a.next.value == 3; // #link-bad
        }
    }

    public static void swapOk(int[] a, int i, int j) {
        if (a == null || i < 0 || j < 0 || i >= a.length || j >= a.length) {
            return;
        }
        int x = a[i];
        int y = a[j];
        a[i] = y;
        a[j] = x;
        assert a[i] == y && a[j] == x; // #swap-ok
    }

    public static void storeBad(int[] a, int i, int j) {
        if (a == null || i < 0 || j < 0 || i >= a.length || j >= a.length) {
            return;
        }
        a[i] = 1;
        a[j] = 2;
        assert a[i] == 1; // #store-bad
    }

    public static void lengthOk(int n) {
        if (n < 0 || n > 100) {
            return;
        }
        int[] a = new int[n];
        assert a.length == n; // #length-ok
    }

    public static void narrowBad(byte[] a, int x) {
        if (a == null || a.length == 0) {
            return;
        }
        a[0] = (byte) x;
        assert a[0] == x; // #narrow-bad
    }

    public static void caughtOk(int d) {
        int r = 0;
        try {
            r = 10 / d;
        } catch (ArithmeticException e) {
            r = -11;
        }
        assert d != 0 || r == -11; // #caught-ok
    }

    public static void caughtBad(int d) {
        int r = 0;
        try {
            r = 10 / d;
        } catch (ArithmeticException e) {
            r = -11;
        }
        assert r >= -10; // #caught-bad
    }

    private static void bump() {
        total++;
    }

    public static void staticOk(int x) {
        total = x;
        bump();
        assert total == x + 1; // #static-ok
    }

    private abstract static class Figure {
        abstract int sides();
    }

    private static final class Triangle extends Figure {
        @Override
        int sides() {
            return 3;
        }
    }

    private static final class Square extends Figure {
        @Override
        int sides() {
            return 4;
        }
    }

    public static void dispatchOk(boolean isSquare) {
        Figure figure = isSquare ? new Square() : new Triangle();
        int sides = figure.sides();
        assert sides >= 3 && sides <= 4; // #dispatch-ok
    }

    public static void dispatchBad(boolean isSquare) {
        Figure figure = isSquare ? new Square() : new Triangle();
        assert figure.sides() == 3; // #dispatch-bad
    }

    private static int clamp(int x) {
        return Math.max(0, Math.min(x, 10));
    }

    public static void calledOk(int x, int y) {
        assert clamp(x) + clamp(y) <= 20; // #called-ok
    }

    public static void switchOk(int x) {
        int y;
        switch (x) {
            case 1:
            case 2:
                y = 10;
                break;
            case 100:
                y = 20;
                break;
            default:
                y = 30;
        }
        assert y != 20 || x == 100; // #switch-ok
    }
}
