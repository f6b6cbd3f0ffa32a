package subclass_of_hidden;

import java.util.List;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        P.give(new Below() {
            @Override
            public void take(int[] given) {
                given[0] = 2;
            }
        });
        fails("givenBad", P::givenBad);
        P.list(new BelowInterface() {
            @Override
            public void list(List<String> listed) {
                listed.add("one");
            }
        });
        fails("listedBad", P::listedBad);
        P.show(new BelowOuter.Member() {
            @Override
            public void take(int[] given) {
                given[0] = 2;
            }
        });
        fails("shownBad", P::shownBad);
        P made = new P(new Below() {
            @Override
            public Object make() {
                return null;
            }
        });
        fails("madeBad", made::madeBad);
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
