package removed_members;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Sets and sorted tables from which something is removed, also while others are gone through. What fails does so after forty other calls. */
public class P {
    /** Members of a club. */
    public static final class Club {
        private final Set<String> members = new HashSet<>();
        private final Set<String> guests = new LinkedHashSet<>();
        private final TreeSet<String> board = new TreeSet<>();
        private int left;
        private int calls;

        public void join(String name) {
            calls++;
            if (name != null) {
                members.add(name);
                guests.add(name);
                board.add(name);
            }
        }

        public void leave(String name) {
            if (members.remove(name)) {
                left++;
            }
        }

        public int memberBad(String name) {
            return calls > 40 && members.remove(name) ? 1 / 0 : 0;
        }

        public int guestBad(String name) {
            return calls > 40 && guests.remove(name) ? 1 / 0 : 0;
        }

        public int boardBad(String name) {
            return calls > 40 && name != null && board.remove(name) ? 1 / 0 : 0;
        }

        public int leftBad() {
            return calls > 40 ? 1 / (left - 1) : 0;
        }

        public int leaveOk(String name) {
            int before = members.size();
            return members.remove(name) && before == 0 ? 1 / 0 : 0;
        }
    }

    /** Who waits for what. */
    public static final class Rota {
        private final TreeSet<String> waiting = new TreeSet<>();
        private final TreeSet<String> absent = new TreeSet<>();
        private final TreeMap<String, Integer> stock = new TreeMap<>();

        public void join(String name) {
            if (name != null) {
                waiting.add(name);
            }
        }

        public void put(String name) {
            if (name != null) {
                stock.put(name, 1);
            }
        }

        public int countBad() {
            int count = 0;
            for (String name : waiting) {
                absent.remove(name);
                count++;
            }
            return 10 / (count - 33);
        }

        public int valuesBad() {
            int count = 0;
            for (int value : stock.values()) {
                absent.remove("a");
                count += value;
            }
            return 10 / (count - 33);
        }

        public int keysBad() {
            int count = 0;
            for (String name : stock.keySet()) {
                stock.remove("x");
                count++;
            }
            return 10 / (count - 33);
        }

        public void behindBad() {
            int count = 0;
            for (String name : waiting) {
                count++;
                if (count > 20) {
                    waiting.remove(name);
                }
            }
        }

        public int entriesBad() {
            int count = 0;
            for (Map.Entry<String, Integer> entry : stock.entrySet()) {
                entry.setValue(entry.getValue() == 1 ? 1 : 2);
                count++;
            }
            return 10 / (count - 33);
        }
    }
}
