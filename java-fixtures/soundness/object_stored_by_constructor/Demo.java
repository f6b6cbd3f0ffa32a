package object_stored_by_constructor;

public class Demo {
    public static void main(String[] arguments) {
        try {
            new P(null);
        } catch (NullPointerException expected) {
            // Its object is known already.
        }
        P.first().chkBad();
    }
}
