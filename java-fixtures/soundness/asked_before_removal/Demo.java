package asked_before_removal;

import java.util.function.Consumer;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        fails("replaceBad", 1, P::replaceBad);
        fails("lastBad", 2, P::lastBad);
        fails("thrownBad", 2, P::thrownBad);
        fails("trimBad", 1, P::trimBad);
    }

    private static void fails(String name, int items, Consumer<P> call) {
        P object = new P();
        for (int tick = 0; tick < 9; tick++) {
            object.tick();
        }
        for (int item = 0; item < items; item++) {
            object.add("a");
        }
        try {
            call.accept(object);
        } catch (RuntimeException | AssertionError failure) {
            return;
        }
        System.out.println(name + " does not fail");
        System.exit(1);
    }
}
