package kept_nested;

public class Demo {
    public static void main(String[] arguments) {
        StringBuilder part = new StringBuilder("x");
        P p = new P(new StringBuilder[] {part});
        part.setLength(0);
        p.chkBad();
    }
}
