// Static counters: what they hold at the first call, and at any later one.
package check;

public class Visitors {
    private static int visits;
    private static int seconds;
    private static int left = 3;
    private static int batch = 4;

    public static int averageBad() {
        return seconds / visits;
    }

    public static int averageOk() {
        return visits == 0 ? 0 : seconds / visits;
    }

    public static int visitOk(int duration) {
        visits++;
        seconds += duration;
        return visits & 7;
    }

    public static int shareBad() {
        return 12 / left--;
    }

    public static int batchOk(int size) {
        return size / batch;
    }
}
