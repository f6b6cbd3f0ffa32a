// Where an exception was made, which the JVM says.
package check;

public class StackTraces {
    public static void emptyBad() {
        if (new IllegalStateException().getStackTrace().length != 0) {
            throw new IllegalStateException("a trace");
        }
    }

    // What called is not known, but that each element is there and names a class and a method.
    public static int namedOk(int from) {
        StackTraceElement[] trace = new IllegalStateException().getStackTrace();
        if (from < 0 || from >= trace.length) {
            return 0;
        }
        return trace[from].getClassName().length() + trace[from].getMethodName().length();
    }
}
