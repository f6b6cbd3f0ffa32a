package suite;

/** One comparison with one edge: Fig. 1 of Jamrozik et al., ASE 2012. */
public class Boundary {
    public static int classify(int x) {
        if (x <= 100) {
            return 1;
        }
        return 0;
    }
}
