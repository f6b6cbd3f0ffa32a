package changed_values;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Texts in another case, gone through in loops, and tables whose values change by way of their views. What fails does so after forty other calls. */
public class P {
    /** Names of people. */
    public static final class Names {
        private final List<String> names = new ArrayList<>();
        private int calls;

        public void add(String name) {
            calls++;
            if (name != null) {
                names.add(name);
            }
        }

        public int upperBad() {
            for (String name : names) {
                if (calls > 40 && name.toUpperCase().length() > name.length()) {
                    return 1 / 0;
                }
            }
            return 0;
        }

        public int lowerBad() {
            for (String name : names) {
                if (calls > 40 && name.toLowerCase().length() > name.length()) {
                    return 1 / 0;
                }
            }
            return 0;
        }

        public int unchangedBad() {
            int sum = 0;
            for (String name : names) {
                sum += 10 / (calls > 40 && name.toUpperCase().equals(name) ? 0 : 1);
            }
            return sum;
        }

        public int sameBad() {
            for (int i = 1; i < names.size(); i++) {
                String before = names.get(i - 1);
                String name = names.get(i);
                if (calls > 40 && !before.equals(name) && before.toUpperCase().equals(name.toUpperCase())) {
                    return 1 / 0;
                }
            }
            return 0;
        }

        public int othersBad() {
            String last = "";
            for (String name : names) {
                if (calls > 40 && last.toUpperCase().length() > name.toUpperCase().length()) {
                    return 1 / 0;
                }
                last = name;
            }
            return 0;
        }

        public int lengthsOk() {
            int sum = 0;
            for (String name : names) {
                sum += name.toUpperCase().length();
            }
            return sum;
        }

        public int leftOk() {
            for (String name : names) {
                if (!name.isEmpty() && name.toLowerCase().isEmpty()) {
                    return 1 / 0;
                }
            }
            return 0;
        }

        public int twiceOk() {
            for (String name : names) {
                if (!name.toUpperCase().equals(name.toUpperCase())) {
                    return 1 / 0;
                }
            }
            return 0;
        }

        public int pairsOk() {
            int longer = 0;
            for (String name : names) {
                int length = name.length();
                for (String other : names) {
                    if (length > other.length()) {
                        longer++;
                    }
                }
            }
            return longer;
        }

        public int pairsBad() {
            int longer = 0;
            for (String name : names) {
                int length = name.length();
                for (String other : names) {
                    if (calls > 40 && length > other.length() + 3) {
                        longer = 1 / 0;
                    }
                }
            }
            return longer;
        }
    }

    /** What is written beside each switch. */
    public static final class Switches {
        /** Switches. */
        public enum Key {
            LEFT,
            RIGHT
        }

        private final EnumMap<Key, String> labels = new EnumMap<>(Key.class);
        private int calls;

        public void label(Key key, String text) {
            calls++;
            if (key != null && text != null) {
                labels.put(key, text);
            }
        }

        public int entriesBad(Key key) {
            if (calls < 40 || key == null || labels.get(key) == null) {
                return 0;
            }
            for (Map.Entry<Key, String> entry : labels.entrySet()) {
                entry.setValue(null);
            }
            return labels.get(key).length();
        }

        public int replacedBad(Key key) {
            if (calls < 40 || key == null || labels.get(key) == null) {
                return 0;
            }
            labels.replaceAll((other, text) -> null);
            return labels.get(key).length();
        }

        public int firstBad(Key key) {
            if (calls < 40 || key == null || labels.get(key) == null) {
                return 0;
            }
            Iterator<Map.Entry<Key, String>> entries = labels.entrySet().iterator();
            entries.next().setValue(null);
            return labels.get(key).length();
        }

        public int copiedBad(Key key) {
            if (calls < 40 || key == null || labels.get(key) == null) {
                return 0;
            }
            EnumMap<Key, String> none = new EnumMap<>(Key.class);
            none.put(key, null);
            labels.putAll(none);
            return labels.get(key).length();
        }

        public int removedBad(Key key) {
            if (calls < 40 || key == null || labels.get(key) == null) {
                return 0;
            }
            labels.values().clear();
            return labels.get(key).length();
        }

        public int lengthOk(Key key) {
            return key != null && labels.get(key) != null ? labels.get(key).length() : 0;
        }
    }
}
