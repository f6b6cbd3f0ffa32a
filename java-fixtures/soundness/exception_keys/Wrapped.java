package exception_keys;

/** What a constructor of the JDK's exceptions does with a class of one's own decides the outcome. */
public class Wrapped {
    public static int textBad(int number) {
        Object detail = new Detail(number);
        return new AssertionError(detail).getMessage().length() == 4 ? 1 / 0 : 1;
    }

    public static int causeBad(int number) {
        return new RuntimeException(new Cause(number)).getMessage().length() == 4 ? 1 / 0 : 1;
    }

    public static int errorBad(int number) {
        return new Error(new Cause(number)).getMessage().length() == 4 ? 1 / 0 : 1;
    }

    public static int localBad(int number) {
        return new Cause(number).toString().length() == 4 ? 1 / 0 : 1;
    }

    public static int causeOk(int number) {
        return new RuntimeException(new Cause(number)).getMessage().length() == 9 ? 1 / 0 : 1;
    }
}
