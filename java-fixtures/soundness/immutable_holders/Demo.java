package immutable_holders;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run();
    }

    public static void main(String[] arguments) {
        P.Counted counted = new P.Counted();
        for (int round = 0; round < 5; round++) {
            counted.count();
        }
        fails("leftBad", counted::leftBad);
        P.GivenOut given = new P.GivenOut();
        given.one()[0] = 0;
        fails("oneBad", given::oneBad);
        given.three(2)[0] = 0;
        fails("threeBad", given::threeBad);
        given.names()[0] = null;
        fails("namesBad", given::namesBad);
        given.nested()[0] = 0;
        fails("nestedBad", given::nestedBad);
        given.held()[0] = 0;
        fails("heldBad", given::heldBad);
        P.CalledBack back = new P.CalledBack();
        fails("busyBad", () -> back.work(back::busyBad));
        P.Thrown thrown = new P.Thrown();
        try {
            thrown.change(null);
        } catch (NullPointerException expected) {
            fails("oneBad of what was thrown in", thrown::oneBad);
        }
        int[] array = { 1 };
        P.Passed passed = new P.Passed(array);
        array[0] = 0;
        fails("passedBad", passed::passedBad);
        passed.wrapped()[0] = 0;
        fails("wrappedBad", passed::wrappedBad);
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
