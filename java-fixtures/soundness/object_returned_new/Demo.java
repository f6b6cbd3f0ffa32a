package object_returned_new;

public class Demo {
    public static void main(String[] arguments) {
        new P().next().next().chkBad();
    }
}
