package suite;

/** Two conditions of two clauses each: Fig. 3 of Jamrozik et al., ASE 2012. */
public class Ranges {
    public static char methodUnderTest(int x, int y) {
        if (x >= 3 && x <= 7) {
            if (y - x <= 0 || y >= 4) {
                return 'A';
            } else {
                return 'B';
            }
        }
        return '-';
    }
}
