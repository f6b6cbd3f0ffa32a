package read_back;

import java.io.Serializable;

/** An object that is read back from a stream lacks what is transient, and no constructor of its class has run. */
public class P implements Serializable {
    private static final long serialVersionUID = 1;
    private transient String text = "text";
    private String kept = "kept";

    public int textBad() {
        return text.length();
    }

    public int keptOk() {
        return kept.length();
    }
}
