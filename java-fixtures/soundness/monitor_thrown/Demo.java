package monitor_thrown;

public class Demo {
    public static void main(String[] arguments) {
        P p = new P();
        try {
            p.step();
        } catch (IllegalMonitorStateException unowned) {
            p.stepBad();
        }
    }
}
