package bank;

import java.util.ArrayList;
import java.util.List;

/** What happened, for those who look into it later. */
public class AuditLog {
    private final List<Object> events = new ArrayList<>();

    public void amount(long amount) {
        events.add(amount);
    }

    public void remark(String text) {
        events.add(text);
    }

    public long lastAmount() {
        if (events.isEmpty()) {
            return 0;
        }
        return (Long) events.get(events.size() - 1);
    }

    public int size() {
        int size = events.size();
        assert size >= 0;
        return size;
    }
}
