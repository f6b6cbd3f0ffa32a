// Where an exception was made, which the JVM says.
package check;

public class StackTraces {
    public static void emptyBad() {
        if (new IllegalStateException().getStackTrace().length != 0) {
            throw new IllegalStateException("a trace");
        }
    }
}
