package subclass_of_hidden;

import java.util.ArrayList;
import java.util.List;

/** Types that nobody elsewhere can name, and classes below them that anybody can extend. */
public class P {
    private static final int[] GIVEN = {1};
    private static final List<String> LISTED = new ArrayList<>();
    private static final int[] SHOWN = {1};
    private static final int[] SEALED = {1};
    private static final int[] FINAL = {1};
    private static final int[] CLOSED = {1};

    private final Object made;

    public P(Below maker) {
        Hidden hidden = maker;
        made = hidden.make();
    }

    public static void give(Below taker) {
        Hidden hidden = taker;
        hidden.take(GIVEN);
    }

    public static int givenBad() {
        assert GIVEN[0] == 1;
        return GIVEN[0];
    }

    public static void list(BelowInterface lister) {
        HiddenInterface hidden = lister;
        hidden.list(LISTED);
    }

    public static int listedBad() {
        assert LISTED.isEmpty();
        return LISTED.size();
    }

    public static void show(Outer.Member member) {
        member.take(SHOWN);
    }

    public static int shownBad() {
        assert SHOWN[0] == 1;
        return SHOWN[0];
    }

    public Object madeBad() {
        assert made != null;
        return made;
    }

    public static void giveSealed(Below.Sealed sealed) {
        sealed.take(SEALED);
    }

    public static int sealedOk() {
        assert SEALED[0] == 1;
        return SEALED[0];
    }

    public static void giveFinal(BelowFinal taker) {
        HiddenToo hidden = taker;
        hidden.take(FINAL);
    }

    public static int finalOk() {
        assert FINAL[0] == 1;
        return FINAL[0];
    }

    public static void giveClosed(Below.Closed closed) {
        closed.take(CLOSED);
    }

    public static int closedOk() {
        assert CLOSED[0] == 1;
        return CLOSED[0];
    }
}

abstract class Hidden {
    public abstract void take(int[] given);

    public abstract Object make();
}

abstract class HiddenToo {
    public abstract void take(int[] given);
}

interface HiddenInterface {
    void list(List<String> listed);
}

class Outer {
    public static class Member {
        public void take(int[] given) {}
    }
}
