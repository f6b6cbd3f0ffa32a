// Programs that ask for inputs of their own, and what they may assume of them.
package programs;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Questions {
    public static void orderBad() {
        int first = Verifier.nondetInt();
        int second = Verifier.nondetInt();
        assert first != 3 || second != 4;
    }

    public static void assumedOk() {
        int number = Verifier.nondetInt();
        Verifier.assume(number > 0 && number < 100);
        assert number * number > 0;
    }

    public static void assumedBad() {
        int number = Verifier.nondetInt();
        Verifier.assume(number > 0);
        assert number * number > 0;
    }

    public static void smallOk() {
        byte tiny = Verifier.nondetByte();
        short little = Verifier.nondetShort();
        char letter = Verifier.nondetChar();
        assert tiny >= -128 && tiny <= 127 && little >= -32768 && little <= 32767 && letter >= 0 && letter <= 65535;
    }

    public static void everyKindBad() {
        boolean flag = Verifier.nondetBoolean();
        long large = Verifier.nondetLong();
        float single = Verifier.nondetFloat();
        if (flag && large == 1L << 40 && single > 1.5f && Verifier.nondetDouble() != 0) {
            throw new IllegalStateException("reached");
        }
    }

    public static void textBad() {
        String text = Verifier.nondetString();
        assert !text.equals("secret");
    }

    public static void exitOk() {
        if (Verifier.nondetInt() == 5) {
            System.exit(1);
        }
        assert true;
    }

    static int sum(int n) {
        return n == 0 ? 0 : n + sum(n - 1);
    }

    public static void recursionOnConstantsOk() {
        assert sum(500) == 125250;
    }
}
