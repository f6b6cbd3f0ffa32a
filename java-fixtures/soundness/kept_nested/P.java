package kept_nested;

public class P {
    private final StringBuilder[] parts;

    public P(StringBuilder[] parts) {
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].length() == 0) {
                throw new IllegalArgumentException();
            }
        }
        this.parts = parts.clone();
    }

    public void chkBad() {
        assert parts.length == 0 || parts[0].length() > 0;
    }

    public void presentOk() {
        assert parts != null;
    }
}
