package object_written_by_callback;

public class Demo {
    public static void main(String[] arguments) {
        P p = new P();
        p.set(() -> 50);
        p.smallBad();
    }
}
