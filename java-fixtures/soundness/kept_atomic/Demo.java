package kept_atomic;

public class Demo {
    public static void main(String[] arguments) {
        java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();
        P p = new P(n);
        n.set(1);
        p.chkBad();
    }
}
