package hidden_parts;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        P.Counts counts = new P.Counts();
        counts.onceBad();
        fails("onceBad", counts::onceBad);
        fails("divideBad", new P.Counts()::divideBad);
        fails("numberBad", new P.Given(0)::numberBad);
        fails("pairBad", new P.Given(3)::pairBad);
        P.Runs runs = new P.Runs();
        runs.runsBad();
        runs.runsBad();
        fails("runsBad", runs::runsBad);
        P.Iterates iterates = new P.Iterates();
        iterates.firstBad();
        fails("firstBad", iterates::firstBad);
        P.Fills fills = new P.Fills();
        fills.fillBad(1);
        fills.fillBad(2);
        fails("fillBad", () -> fills.fillBad(3));
        P.Below below = new P.Below();
        below.belowBad(1);
        below.belowBad(2);
        fails("belowBad", () -> below.belowBad(3));
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
