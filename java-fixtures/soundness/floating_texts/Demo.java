package floating_texts;

/** Calls on which the methods fail. */
public final class Demo {
    private Demo() { }

    private static int failed(Runnable call) {
        try {
            call.run();
            return 0;
        } catch (AssertionError error) {
            return 1;
        }
    }

    public static void main(String[] arguments) {
        int failed = failed(() -> P.neverIntegralBad(2.0)) + failed(() -> P.shortBad(Math.PI)) + failed(() -> P.indexBad(-7))
            + failed(() -> P.nullBad(null)) + failed(() -> P.logarithmBad(1)) + failed(() -> P.otherFormatBad(0.25));
        P.partOfMessageOk(1.5);
        P.lengthOk(-1.17549435E-38f);
        P.sameTwiceOk(Double.NaN);
        P.builderOk(1e300);
        P.printedOk(0.125, 3);
        P.formattedOk(-4);
        P.indexOk(11);
        P.logarithmOk(1);
        if (failed == 6) {
            throw new IllegalStateException("all six fail");
        }
    }
}
