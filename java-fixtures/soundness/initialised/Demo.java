package initialised;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        fails("Interfaces.countBad", Interfaces::countBad);
        fails("Interfaces.brokenBad", Interfaces::brokenBad);
        fails("Interfaces.secondBad", Interfaces::secondBad);
        Interfaces.countOk();
        Interfaces.brokenOk();
        Circle.below();
        fails("Circle.firstBad", Circle::firstBad);
        Circle.readerOk();
        fails("Written.directBad", Written::directBad);
        Written.lower();
        fails("Written.madeBad", Written::madeBad);
        fails("Written.inheritedBad", Written::inheritedBad);
        Written.lower();
        fails("Written.onlyOnceBad", Written::onlyOnceBad);
        Written.readOnlyAfterOk();
        Written.quietOk();
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
