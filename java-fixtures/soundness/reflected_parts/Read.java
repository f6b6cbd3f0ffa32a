package reflected_parts;

import java.util.ArrayList;
import java.util.List;

/** A private field that its class reads by reflection, and gives out what it holds. */
public final class Read {
    private final List<String> read = new ArrayList<>();

    public void add(String name) {
        if (name != null) {
            read.add(name);
        }
    }

    public Object read() throws ReflectiveOperationException {
        return Read.class.getDeclaredField("read").get(this);
    }

    public int readBad() {
        int sum = 0;
        for (String name : read) {
            sum += name.length();
        }
        return sum;
    }
}
