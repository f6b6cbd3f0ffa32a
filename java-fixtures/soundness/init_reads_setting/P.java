package init_reads_setting;

public class P {
    static int size = 4;
    static class Buffer { static final int[] DATA = new int[size]; static int first() { return DATA[0]; } }
    static class Own { static final int[] DATA = new int[4]; static int first() { return DATA[0]; } }

    public static void resize(int to) { if (to >= 0) size = to; }

    public static int firstBad() { return Buffer.first(); }

    public static int ownOk() { return Own.first(); }
}
