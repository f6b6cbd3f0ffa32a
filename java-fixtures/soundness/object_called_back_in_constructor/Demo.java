package object_called_back_in_constructor;

public class Demo {
    public static void main(String[] arguments) {
        new P(P::chkBad);
    }
}
