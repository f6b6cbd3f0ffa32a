package seen_early;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        try {
            new P.Registered("");
        } catch (IllegalArgumentException expected) {
            fails("registeredBad", P.Registered.last()::registeredBad);
        }
        List<Supplier<Integer>> listeners = new ArrayList<>(List.of(() -> 1));
        try {
            new P.Listening(listeners);
        } catch (IllegalArgumentException expected) {
            fails("listeningBad", listeners.get(1)::get);
        }
        try {
            new P.Captured(listeners);
        } catch (IllegalArgumentException expected) {
            fails("capturedBad", listeners.get(2)::get);
        }
        fails("itselfBad", P.Itself::new);
        fails("firstBad", P.Text::new);
        fails("quotientBad", P.Below::new);
        fails("constantsBad", P.Shape.ROUND::constantsBad);
        fails("literalBad", () -> P.literalBad("abc"));
        fails("numberBad", () -> P.numberBad(5));
        fails("arrayBad", () -> P.arrayBad(P.empty()));
        String[] texts = {"x"};
        fails("narrowerBad", () -> P.narrowerBad(texts, texts));
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (ArithmeticException | IndexOutOfBoundsException | NullPointerException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
