package properties_set;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        fails("notContainedBad", P::notContainedBad);
        fails("changesBad", P::changesBad);
        fails("turnedOnBad", P::turnedOnBad);
        P.turnOff();
        fails("turnedOffBad", P::turnedOffBad);
        System.setProperty("casewise.own", "1");
        fails("againBad", P::againBad);
        fails("containsBad", P::containsBad);
        fails("gotBad", P::gotBad);
        fails("defaultsBad", P::defaultsBad);
        fails("clearedBad", P::clearedBad);
        fails("nullBad", () -> P.nullBad(null));
        fails("noNameBad", P::noNameBad);
        fails("separatorBad", P::separatorBad);
        P.setOk("a");
        P.clearedOk();
        P.beforeOk();
        P.numberOk();
        P.containedOk();
        P.sameOk();
        P.ownOk();
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (Throwable failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
