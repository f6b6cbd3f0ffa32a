package loops.own;

/** The example of theorem 2: nothing below the loop is reached. The rules alone cannot know; what holds at the loop's head can. */
public final class Endless {
    private Endless() {}

    static void theorem2() {
        int i = 1;
        while (i < 3) {
            if (i == 2) {
                i = 1;
            } else {
                i = 2;
            }
        }
        assert false; // #never
    }
}
