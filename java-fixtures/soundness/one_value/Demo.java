package one_value;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        fails("swapBad", P::swapBad);
        fails("swapTextBad", () -> P.swapTextBad("a"));
        fails("swapTextsBad", () -> P.swapTextsBad("a", "a"));
        fails("swapElementBad", P::swapElementBad);
        fails("swapClassBad", () -> P.swapClassBad(String.class));
        fails("swapKeptBad", () -> new P().swapKeptBad());
        fails("monitorBad", P::monitorBad);
        fails("notifyBad", () -> P.notifyBad(3));
        Integer one = 1;
        synchronized (one) {
            fails("ownedBad", P::ownedBad);
        }
        fails("compareBad", P::compareBad);
        fails("compareTextBad", () -> P.compareTextBad("a"));
        fails("compareArraysBad", () -> P.compareArraysBad("a"));
        fails("mismatchBad", () -> P.mismatchBad("a"));
        fails("refersBad", () -> P.refersBad("a"));
        fails("refersToBoxBad", () -> P.refersToBoxBad(3));
        fails("keysBad", P::keysBad);
        fails("keysOfNumberBad", () -> P.keysOfNumberBad(3));
        fails("keyBad", () -> P.keyBad("a"));
        fails("setBad", () -> P.setBad("a"));
        fails("anyObjectBad", () -> P.anyObjectBad(5));
        fails("anyLongBad", () -> P.anyLongBad(5L));
        fails("anyComparableBad", () -> P.anyComparableBad(5));
        fails("numbersBad", () -> P.numbersBad(5, 5));
        P.swapNumberOk(7);
        P.swapNullOk();
        P.equalsOk(5);
        P.equalsOk("5");
        P.sizeOk();
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError | RuntimeException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
