// Loops that constants decide, over fields of objects and of classes.
package check;

public class FieldLoops {
    private static final long TOTAL;
    private static byte wrapped;
    private static int before = 7;
    private int count;
    private long sum;
    private short small;
    private double mean;
    private boolean odd;
    private FieldLoops next;

    static {
        FieldLoops made = new FieldLoops();
        for (int i = 0; i < 1_000_000; i++) {
            made.count += i;
            made.sum += made.count;
        }
        TOTAL = made.sum;
    }

    public static void initialisedOk() {
        assert TOTAL == 25_075_202_793_376L;
    }

    public static void millionOk() {
        FieldLoops made = new FieldLoops();
        for (int i = 0; i < 1_000_000; i++) {
            made.count += i ^ (made.count << 1);
            made.small += 3;
            made.odd = (made.count & 1) != 0;
            made.mean = made.mean / 2 + i;
        }
        assert made.count == 500_000;
        assert made.small == (short) 3_000_000;
        assert !made.odd;
        assert made.mean == 1_999_996.0;
    }

    // What is called assigns fields, and one object's field is read through another.
    public static void calledOk() {
        FieldLoops first = new FieldLoops();
        first.next = new FieldLoops();
        for (int i = 0; i < 50_000; i++) {
            first.add(i);
            first.next.add(-i);
            if (i % 1_000 == 0) {
                FieldLoops last = first;
                first = first.next;
                first.next = last;
            }
        }
        assert first.count == 50_000 && first.next.count == 50_000;
        assert first.sum == 24_950_000 && first.next.sum == -24_950_000;
    }

    private void add(int number) {
        count++;
        sum += number;
    }

    public static void classOk() {
        wrapped = 0;
        before = 7;
        for (int i = 0; i < 40_000; i++) {
            wrapped++;
            before = before * 31 + wrapped;
            bump();
        }
        assert wrapped == -128 && before == -1_529_993_145;
    }

    private static void bump() {
        wrapped++;
    }

    // The run ends where an exception is thrown, with what was assigned before.
    public static void thrownOk() {
        FieldLoops made = new FieldLoops();
        int[] few = new int[500];
        try {
            for (int i = 0; i < 1_000; i++) {
                made.count = i;
                few[i] = made.count++;
            }
        } catch (ArrayIndexOutOfBoundsException outside) {
            made.sum = made.count;
        }
        assert made.sum == 501 && few[499] == 499;
    }

    public static void unfinishedOk() {
        FieldLoops made = new FieldLoops();
        FieldLoops none = null;
        try {
            for (int i = 0; i < 1_000; i++) {
                made.count += made.next(i, i == 900 ? none : made);
            }
        } catch (NullPointerException absent) {
            made.sum = made.count;
        }
        assert made.sum == 405_000;
        assert made.small == 901 && made.odd;
    }

    private int next(int number, FieldLoops other) {
        small++;
        other.odd = number % 2 == 1;
        return number + (odd ? 1 : 0);
    }

    public static void inputOk(FieldLoops given) {
        if (given == null) {
            return;
        }
        given.count = 0;
        for (int i = 0; i < 3_000; i++) {
            given.count += 2;
        }
        assert given.count == 6_000;
    }

    public static int millionBad(int n) {
        FieldLoops made = new FieldLoops();
        for (int i = 0; i < 100_000; i++) {
            made.count = made.count * 31 + i;
        }
        if (n == made.count) {
            throw new IllegalStateException();
        }
        return made.count;
    }
}
