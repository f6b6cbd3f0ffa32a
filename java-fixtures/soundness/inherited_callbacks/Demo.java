package inherited_callbacks;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        new P.Told().change();
        fails("Told", P.Told::seenBad);
        new P.Listed().change();
        fails("Listed", P.Listed::seenBad);
        new P.Seeded().change();
        fails("Seeded", P.Seeded::seenBad);
        new P.Forgetful().change();
        fails("Forgetful", P.Forgetful::seenBad);
        P.Early.begin();
        fails("Early", P.Early::seenBad);
        P.Filled.begin();
        fails("Filled", P.Filled::seenBad);
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
