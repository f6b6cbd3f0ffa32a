package kept_list;

import java.util.List;

public class P {
    private final List<String> l;

    public P(List<String> l) {
        if (!l.isEmpty()) {
            throw new IllegalArgumentException();
        }
        this.l = l;
    }

    public void chkBad() {
        assert l.size() == 0;
    }

    public void presentOk() {
        assert l != null;
    }
}
