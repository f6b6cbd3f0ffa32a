package object_used_while_made;

public class Demo {
    public static void main(String[] arguments) {
        new P.Named();
    }
}
