package kept_list;

public class Demo {
    public static void main(String[] arguments) {
        java.util.List<String> l = new java.util.ArrayList<>();
        P p = new P(l);
        l.add("");
        p.chkBad();
    }
}
