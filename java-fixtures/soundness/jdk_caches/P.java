package jdk_caches;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.Locale;

/** Objects that the JDK gives to everybody who asks, and names that it compares by identity since they are interned. */
public class P {
    public int lookedFor;

    public static void offsetBad(ZoneOffset offset) {
        assert offset != ZoneOffset.ofHours(5);
    }

    public static void offsetAsObjectBad(Object offset) {
        assert offset != ZoneOffset.ofHours(5);
    }

    public static void currencyBad(Currency currency) {
        assert currency != Currency.getInstance("USD");
    }

    public static void currencyEqualsBad(Object currency) {
        assert !Currency.getInstance("USD").equals(currency);
    }

    public static void runtimeBad(Runtime runtime) {
        assert runtime != Runtime.getRuntime();
    }

    public static void runtimeOk() {
        assert Runtime.getRuntime() == Runtime.getRuntime();
    }

    public static void localeBad(Locale locale) {
        assert !Locale.US.equals(locale);
    }

    public static void localeAsObjectBad(Object locale) {
        assert !Locale.US.equals(locale);
    }

    public static int localeDividesBad(Locale locale) {
        return Locale.US.equals(locale) ? 1 / 0 : 0;
    }

    public static void fieldBad(Field field) throws ReflectiveOperationException {
        assert !P.class.getField("lookedFor").equals(field);
    }

    public static void methodBad(Method method) throws ReflectiveOperationException {
        assert !P.class.getDeclaredMethod("offsetOk", ZoneOffset.class).equals(method);
    }

    public static void offsetOk(ZoneOffset offset) {
        if (offset != null) {
            assert offset.getTotalSeconds() == offset.getTotalSeconds();
        }
    }
}
