package check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

/** Objects whose own arrays, lists, tables and nodes nobody else comes by. */
public class Owned {
    /** A stack that grows. */
    public static final class Stack<T> {
        private Object[] items = new Object[2];
        private int size;

        public Stack<T> push(T item) {
            if (size == items.length) {
                items = Arrays.copyOf(items, 2 * size + 1);
            }
            items[size++] = item;
            return this;
        }

        public Object topOk() {
            return size == 0 ? null : items[size - 1];
        }

        public Object topBad() {
            return items[size - 1];
        }
    }

    /** A place in a list that only its size stops. */
    public static final class Steps {
        private final List<String> lines = new ArrayList<>();
        private int at;

        public void add(String line) {
            if (line != null) {
                lines.add(line);
            }
        }

        public void step() {
            if (at != lines.size()) {
                at++;
            }
        }

        public void mix() {
            if (lines.size() > 1) {
                Collections.swap(lines, 0, 1);
            }
        }

        public int lengthOk() {
            return at == lines.size() ? 0 : lines.get(at).length();
        }

        public int lengthBad() {
            return lines.get(at).length();
        }
    }

    /** Rows of a table, and texts that come from an array. */
    public static final class Rows {
        private final List<int[]> rows = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        public Rows add(int left, int right) {
            rows.add(new int[] { left, right });
            return this;
        }

        public void name(String... all) {
            if (all != null) {
                for (String name : all) {
                    if (name != null) {
                        names.add(name);
                    }
                }
            }
        }

        public int firstOk() {
            return rows.isEmpty() ? 0 : rows.get(0).length;
        }

        public int nameOk() {
            return names.isEmpty() ? 0 : names.get(0).length();
        }

        public int firstBad() {
            return rows.get(0).length;
        }
    }

    /** A ring of nodes of a private class. */
    public static final class Ring {
        private static final class Node {
            private final String text;
            private Node next;

            Node(String text) {
                this.text = text;
            }
        }

        private final Node head = new Node("");

        public Ring() {
            head.next = head;
        }

        public void add(String text) {
            if (text != null) {
                Node node = new Node(text);
                node.next = head.next;
                head.next = node;
            }
        }

        public int newestOk() {
            return head.next.text.length();
        }
    }

    /** Two tables that are asked for one key. */
    public static final class Books {
        private final Map<String, String> titles = new HashMap<>();
        private final Map<String, Integer> copies = new HashMap<>();
        private final LinkedList<String> last = new LinkedList<>();

        public void add(String title) {
            if (title != null) {
                titles.put(title, title);
                copies.put(title, 1);
                last.add(title);
            }
        }

        public int copiesOk(String title) {
            Integer number = titles.containsKey(title) ? copies.get(title) : null;
            return number == null ? 0 : number;
        }

        public int otherOk(String title) {
            return titles.get(title) == null ? 0 : copies.getOrDefault(title, 0);
        }

        public String lastOk() {
            return last.isEmpty() ? "" : last.getLast();
        }

        public int copiesBad(String title) {
            return copies.get(title);
        }
    }
}
