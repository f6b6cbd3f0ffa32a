package object_clone;

public class Demo {
    public static void main(String[] arguments) {
        new P().copy().chkBad();
    }
}
