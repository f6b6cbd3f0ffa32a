package one_object;

import java.util.function.IntSupplier;

/** A lambda expression that captures nothing gives one object each time. */
public class Lambdas {
    private static Runnable made() {
        return () -> { };
    }

    private static IntSupplier answering(int number) {
        return () -> number;
    }

    public static void sameBad() {
        assert made() != made();
    }

    public static void answerOk(int number) {
        assert answering(number).getAsInt() == number;
    }
}
