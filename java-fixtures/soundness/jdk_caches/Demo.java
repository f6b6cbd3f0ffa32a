package jdk_caches;

import java.time.ZoneOffset;
import java.util.Currency;
import java.util.Locale;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws ReflectiveOperationException;
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        fails("offsetBad", () -> P.offsetBad(ZoneOffset.ofHours(5)));
        fails("offsetAsObjectBad", () -> P.offsetAsObjectBad(ZoneOffset.ofHours(5)));
        fails("currencyBad", () -> P.currencyBad(Currency.getInstance("USD")));
        fails("currencyEqualsBad", () -> P.currencyEqualsBad(Currency.getInstance("USD")));
        fails("runtimeBad", () -> P.runtimeBad(Runtime.getRuntime()));
        fails("localeBad", () -> P.localeBad(Locale.US));
        fails("localeAsObjectBad", () -> P.localeAsObjectBad(Locale.US));
        fails("localeDividesBad", () -> P.localeDividesBad(Locale.US));
        fails("fieldBad", () -> P.fieldBad(P.class.getField("lookedFor")));
        fails("methodBad", () -> P.methodBad(P.class.getDeclaredMethod("offsetOk", ZoneOffset.class)));
        P.offsetOk(ZoneOffset.ofHours(5));
    }

    private static void fails(String name, Call call) throws ReflectiveOperationException {
        try {
            call.run();
        } catch (AssertionError | RuntimeException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
