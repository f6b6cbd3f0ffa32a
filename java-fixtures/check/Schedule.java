// The earliest entry of a sorted map.
package check;

import java.util.Map;
import java.util.TreeMap;

public class Schedule {
    private final TreeMap<Integer, Integer> tasks = new TreeMap<>();

    public void add(int time, int task) {
        if (task > 0) {
            tasks.put(time, task);
        }
    }

    public static int earliestBad(int time, int task) {
        Schedule schedule = new Schedule();
        schedule.add(time, task);
        return schedule.tasks.firstKey();
    }

    public static int earliestOk(int time, int task) {
        Schedule schedule = new Schedule();
        schedule.add(time, task);
        Map.Entry<Integer, Integer> first = schedule.tasks.firstEntry();
        return first == null ? -1 : first.getKey();
    }
}
