package kept_own;

public class Demo {
    public static void main(String[] arguments) {
        P.Box box = new P.Box();
        P p = new P(box);
        box.set(-1);
        p.chkBad();
    }
}
