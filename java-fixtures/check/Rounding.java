// Functions whose last digit the specification leaves to the JVM: e itself is not the same in every library.
package check;

public class Rounding {
    public static void exponentOk() {
        if (Math.exp(1.0) != 2.718281828459045) {
            throw new IllegalStateException();
        }
    }
}
