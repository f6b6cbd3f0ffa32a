package inv;

/** The least and the greatest of what was seen. */
public class Temperature {
    private int least;
    private int greatest;

    public void see(int value) {
        if (value < least) {
            least = value;
        }
        if (value > greatest) {
            greatest = value;
        }
    }

    public void orderedOk() {
        assert least <= greatest;
    }

    public void signsOk() {
        assert least <= 0 && greatest >= 0;
    }

    public void sameBad() {
        assert least == greatest;
    }
}
