package events;

/** The smallest, the largest and the mean of numbers. */
public class Statistics {
    private int count;
    private long sum;
    private int smallest = Integer.MAX_VALUE;
    private int largest = Integer.MIN_VALUE;

    public void add(int number) {
        count++;
        sum += number;
        smallest = Math.min(smallest, number);
        largest = Math.max(largest, number);
    }

    public void reset() {
        count = 0;
        sum = 0;
    }

    public long mean() {
        if (largest == Integer.MIN_VALUE) {
            return 0;
        }
        return sum / count;
    }
}
