package static_passed_to_lambda;

import java.util.*;
import java.util.function.*;

public class P {
    private static final StringBuilder TEXT = new StringBuilder();
    private static final Runnable WRITER = () -> TEXT.append("w");
    private static final IntUnaryOperator TWICE = x -> x + x;

    public static void run() { WRITER.run(); }

    public static void textBad() { assert TEXT.length() == 0; }

    public static void twiceOk() { assert TWICE.applyAsInt(2) == 4; }
}
