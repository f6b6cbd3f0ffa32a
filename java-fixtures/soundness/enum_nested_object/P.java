package enum_nested_object;

public class P {
    static final class Counter { int value; final int start = 5; }

    public enum Gate {
        IN, OUT;
        private final Counter counter = new Counter();
    }

    public static void pass() { Gate.IN.counter.value++; }

    public static void valueBad() { assert Gate.IN.counter.value < 2; }

    public static void startOk() { assert Gate.OUT.counter.start == 5; }
}
