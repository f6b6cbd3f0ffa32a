package object_ninth_constant;

public class Demo {
    public static void main(String[] arguments) {
        P.I.chkBad();
    }
}
