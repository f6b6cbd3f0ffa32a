package exception_keys;

/** What an AssertionError asks for its text. */
public class Detail {
    private final int number;

    public Detail(int number) {
        this.number = number;
    }

    @Override
    public String toString() {
        return number == 5 ? "five" : "many numbers";
    }
}
