// Rings and tables of an object's own, whatever they hold: what is taken from a ring that is not empty, and values that functions give.
package check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class Stores {
    public static class Undo {
        private final Deque<String> before = new ArrayDeque<>();
        private String shown = "";

        public Undo type(String typed) {
            before.push(shown);
            shown = shown + typed;
            return this;
        }

        public void undo() {
            if (!before.isEmpty()) {
                shown = before.pop();
            }
        }

        public int lengthOk() {
            return shown.length();
        }

        public int lastOk() {
            return before.isEmpty() ? 0 : before.peek().length();
        }

        public int lastBad() {
            return before.peek().length();
        }

        public String twiceBad() {
            if (before.isEmpty()) {
                return "";
            }
            before.pop();
            return before.pop();
        }
    }

    public static class Counts {
        private final Map<String, Integer> counts = new HashMap<>();

        public void add(String name, int count) {
            if (name != null) {
                counts.merge(name, count, Integer::sum);
            }
        }

        public void halve(String name) {
            counts.computeIfPresent(name, (key, count) -> count < 2 ? null : Integer.valueOf(count / 2));
        }

        public int ofOk(String name) {
            return counts.containsKey(name) ? counts.get(name) : 0;
        }

        public int ofBad(String name) {
            return counts.get(name);
        }
    }

    public static class Kept {
        private final Map<String, Integer> counts = new HashMap<>();

        public Kept add(String name, Integer count) {
            counts.put(name, count);
            return this;
        }

        public void raise(String name) {
            counts.computeIfPresent(name, (key, count) -> count == Integer.MAX_VALUE ? count : Integer.valueOf(count + 1));
        }

        public int ofBad(String name) {
            return counts.containsKey(name) ? counts.get(name) : 0;
        }
    }

    public static class Index {
        private final Map<Character, List<String>> words = new TreeMap<>();

        public void add(String word) {
            if (word != null && !word.isEmpty()) {
                words.computeIfAbsent(word.charAt(0), first -> new ArrayList<>()).add(word);
            }
        }

        public int sizeOk(char first) {
            List<String> found = words.get(first);
            return found == null ? 0 : found.size();
        }
    }

    public static class Reader {
        private final String source;
        private int at;

        public Reader(String source) {
            this.source = source == null ? "" : source;
        }

        public void skip() {
            while (at < source.length() && source.charAt(at) == ' ') {
                at++;
            }
        }

        public int number() {
            int value = 0;
            while (at < source.length() && Character.isDigit(source.charAt(at)) && value < 100_000) {
                value = value * 10 + Character.digit(source.charAt(at), 10);
                at++;
            }
            return value;
        }

        public String word() {
            int from = at;
            while (at < source.length() && source.charAt(at) != ' ') {
                at++;
            }
            return source.substring(from, at);
        }

        public String restOk() {
            return source.substring(at);
        }

        public char nextOk() {
            return at < source.length() ? source.charAt(at++) : '\n';
        }

        public char nextBad() {
            return source.charAt(at);
        }
    }

    public static class Job {
        enum State {
            IDLE, RUNNING, DONE
        }

        private State state = State.IDLE;
        private int steps;

        public Job start() {
            if (state == State.IDLE) {
                state = State.RUNNING;
            }
            return this;
        }

        public Job step() {
            if (state == State.RUNNING && ++steps >= 3) {
                state = State.DONE;
            }
            return this;
        }

        public void doneOk() {
            assert state != State.DONE || steps >= 3;
        }

        public void doneBad() {
            assert state != State.DONE || steps > 3;
        }
    }
}
