package elsewhere_arrays;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static class Own extends P.Part {
    }

    public static class OwnStep implements P.Step {
        @Override
        public int step() {
            return 1;
        }
    }

    public static class OtherStep implements P.Step {
        @Override
        public int step() {
            return 2;
        }
    }

    private interface Call {
        void run();
    }

    public static void main(String[] arguments) {
        fails("storeBad", () -> P.storeBad(new Own[1]));
        fails("passedBad", () -> P.passedBad(new Own[1], new P.Part()));
        fails("stepsBad", () -> P.stepsBad(new OwnStep[1], new OtherStep()));
        fails("classBad", () -> P.classBad(new Own[1]));
        fails("fillBad", () -> P.fillBad(new Own[1]));
        fails("cloneBad", () -> P.cloneBad(new Own[1]));
        fails("copyBad", () -> P.copyBad(new P.Part[] { new P.Part() }, new Own[1]));
        fails("rowsBad", () -> P.rowsBad(new Own[1][1]));
        P.Kept kept = new P.Kept();
        kept.set(new Own[1]);
        fails("putBad", kept::putBad);
        new P.Own().putOk();
        P.nullOk(new Own[1]);
        P.madeOk();
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (AssertionError | RuntimeException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
