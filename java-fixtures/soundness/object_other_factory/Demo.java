package object_other_factory;

public class Demo {
    public static void main(String[] arguments) {
        new P.Factory().three().chkBad();
    }
}
