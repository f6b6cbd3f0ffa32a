package check;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;

/** What is known of members and classes when they are asked at run time. */
public class Reflected {
    public static final int LIMIT = 7;
    public static final long LARGE = 1L << 40;
    public static final String NAME = "reflected";

    /** Constants of the class file are there without the class's initialiser. */
    public static void constantOk() throws ReflectiveOperationException {
        assert Reflected.class.getField("LIMIT").getInt(null) == 7;
        assert Reflected.class.getField("LARGE").getLong(null) == 1L << 40;
        assert Reflected.class.getField("NAME").get(null) == NAME;
    }

    public static void constantBad() throws ReflectiveOperationException {
        assert Reflected.class.getField("LIMIT").getInt(null) == 0;
    }

    /** A number is given to the class when it is made. */
    public static void nameBad() {
        Runnable nothing = () -> { };
        assert nothing.getClass().getName().equals("check.Reflected$1");
    }

    public static void textBad() {
        Runnable nothing = () -> { };
        assert !("" + nothing.getClass()).contains("Lambda");
    }

    public static void canonicalNameOk() {
        Runnable nothing = () -> { };
        assert nothing.getClass().getCanonicalName() == null;
    }

    private static int add(int left, int right) {
        return left + right;
    }

    /** The handle's own type is told before that of the call. */
    public static void exactOk() throws Throwable {
        MethodType type = MethodType.methodType(int.class, int.class, int.class);
        MethodHandle add = MethodHandles.lookup().findStatic(Reflected.class, "add", type);
        try {
            Object sum = add.invokeExact(1, 2);
            throw new IllegalStateException(sum.toString());
        } catch (WrongMethodTypeException refused) {
            String message = refused.getMessage();
            assert message.indexOf("(int,int)int") < message.indexOf("(int,int)Object");
        }
    }
}
