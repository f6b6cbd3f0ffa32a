// A queue that gives null when it is empty.
package check;

import java.util.PriorityQueue;

public class JobQueue {
    private final PriorityQueue<Integer> jobs = new PriorityQueue<>();

    public void add(int priority) {
        jobs.add(priority);
    }

    public int nextBad() {
        return jobs.poll();
    }

    public int nextOk() {
        Integer next = jobs.poll();
        return next == null ? -1 : next;
    }
}
