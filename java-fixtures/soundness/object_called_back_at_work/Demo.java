package object_called_back_at_work;

public class Demo {
    public static void main(String[] arguments) {
        P p = new P();
        p.run(p::idleBad);
    }
}
