package one_of_two_types;

import java.io.IOException;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        IllegalStateException state = new IllegalStateException();
        fails("stateBad", () -> P.stateBad(state, state));
        Error error = new Error();
        fails("errorBad", () -> P.errorBad(error, error));
        P.Own own = new P.Own();
        fails("ownBad", () -> P.ownBad(own, own));
        IllegalArgumentException given = new IllegalArgumentException();
        fails("sizeBad", () -> P.sizeBad(given, given));
        IOException failure = new IOException();
        fails("equalBad", () -> P.equalBad(failure, failure));
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
