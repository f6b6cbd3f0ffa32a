package kept_array;

public class Demo {
    public static void main(String[] arguments) {
        int[] a = {0};
        P p = new P(a);
        a[0] = 1;
        p.chkBad();
    }
}
