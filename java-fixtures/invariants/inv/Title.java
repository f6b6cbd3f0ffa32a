package inv;

/** A text that is never null. */
public class Title {
    private String text;

    public Title(String text) {
        set(text);
    }

    public final void set(String text) {
        if (text == null) {
            throw new NullPointerException("text");
        }
        this.text = text;
    }

    public int lengthOk() {
        return text.length();
    }

    public char firstBad() {
        return text.charAt(0);
    }
}
