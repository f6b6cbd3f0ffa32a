// Objects that say nothing of their hash code: it may be any, but stays the same.
package check;

import java.util.HashMap;
import java.util.Map;

public class IdentityKeys {
    enum Level {
        LOW, HIGH
    }

    public static int stableOk() {
        Object key = new Object();
        if (key.hashCode() != key.hashCode() || key.hashCode() != System.identityHashCode(key)) {
            throw new IllegalStateException("changed");
        }
        if (key.hashCode() < 0) {
            throw new IllegalStateException("negative");
        }
        return System.identityHashCode(null);
    }

    public static int slotOk(int size) {
        if (size <= 0) {
            return 0;
        }
        return new Object().hashCode() % size;
    }

    public static int slotBad(int size) {
        return new Object().hashCode() % size;
    }

    public static int chanceOk() {
        if (new Object().hashCode() == 17) {
            throw new IllegalStateException("by chance");
        }
        return 0;
    }

    public static int mapBad(boolean isHigh, int divisor) {
        Map<Level, Integer> limits = new HashMap<>();
        limits.put(Level.LOW, 1);
        int limit = limits.get(isHigh ? Level.HIGH : Level.LOW);
        return limit;
    }

    public static int mapOk(boolean isHigh) {
        Map<Level, Integer> limits = new HashMap<>();
        limits.put(Level.LOW, 1);
        limits.put(Level.HIGH, 2);
        return limits.get(isHigh ? Level.HIGH : Level.LOW);
    }
}
