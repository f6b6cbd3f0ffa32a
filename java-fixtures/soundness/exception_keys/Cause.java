package exception_keys;

/** What an exception asks for its text when it is made the cause of another. */
public class Cause extends Exception {
    private final int number;

    public Cause(int number) {
        this.number = number;
    }

    @Override
    public String toString() {
        return number == 5 ? "five" : "many numbers";
    }
}
