package kept_by_setter;

public class P {
    private StringBuilder text = new StringBuilder("x");

    public void set(StringBuilder text) {
        if (text.length() > 0) {
            this.text = text;
        }
    }

    public void chkBad() {
        assert text.length() > 0;
    }

    public void presentOk() {
        assert text != null;
    }
}
