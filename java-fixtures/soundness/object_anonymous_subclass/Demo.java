package object_anonymous_subclass;

public class Demo {
    public static void main(String[] arguments) {
        P.chkBad(P.odd());
    }
}
