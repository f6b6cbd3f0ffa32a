package check;

/** A program: it begins with an array of strings. */
public final class Greeting {
    private Greeting() {
    }

    public static void main(String[] arguments) {
        int length = arguments.length == 0 ? 0 : arguments[0].length();
        assert length >= 0;
    }
}
