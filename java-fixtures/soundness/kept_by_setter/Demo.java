package kept_by_setter;

public class Demo {
    public static void main(String[] arguments) {
        StringBuilder text = new StringBuilder("y");
        P p = new P();
        p.set(text);
        text.setLength(0);
        p.chkBad();
    }
}
