package calendar;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** Tasks that wait, the first one first. */
public class Scheduler {
    private final Deque<Task> queue = new ArrayDeque<>();
    private int pending;

    public void add(Task task) {
        queue.addLast(task);
        pending++;
    }

    public void cancel() {
        queue.pollFirst();
    }

    public Task next() {
        if (pending == 0) {
            return null;
        }
        pending--;
        return queue.removeFirst();
    }

    public Task firstThat(Predicate<Task> condition) {
        if (condition == null || queue.isEmpty()) {
            return null;
        }
        return queue.stream().filter(condition).findFirst().get();
    }

    public boolean isIdle() {
        return queue.isEmpty();
    }
}
