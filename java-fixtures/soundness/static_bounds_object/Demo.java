package static_bounds_object;

public class Demo {
    public static void main(String[] arguments) {
        P p = new P();
        P.setMost(9);
        for (int times = 0; times < 9; times++) {
            p.count();
        }
        p.mostBad();
    }
}
