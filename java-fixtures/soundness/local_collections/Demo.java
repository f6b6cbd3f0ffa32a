package local_collections;

import java.util.ArrayList;
import java.util.List;

public class Demo {
    interface Call {
        void run();
    }

    static void fails(String what, Call call) {
        try {
            call.run();
        } catch (RuntimeException expected) {
            return;
        }
        throw new IllegalStateException(what + " should fail");
    }

    static void wait(Call tick) {
        for (int i = 0; i < 40; i++) {
            tick.run();
        }
    }

    static P.Basket basket(P.Item... items) {
        P.Basket basket = new P.Basket();
        for (P.Item item : items) {
            basket.add(item);
        }
        wait(basket::tick);
        return basket;
    }

    public static void main(String[] arguments) {
        P.Item plain = new P.Item("a", "b", 1);
        P.Item second = new P.Item("c", null, 9);
        P.Basket both = basket(plain, second);
        both.chosenOk(0);
        both.beforeOk();
        both.helpedOk();
        both.nestedOk();
        both.countsOk();
        both.valuesOk();
        both.namesOk();
        both.groupsOk();
        both.largestGroupOk();
        both.sortedOk();
        both.stackOk();
        fails("notesBad", both::notesBad);
        fails("stoppedBad", basket(new P.Item("a", "b", 7))::stoppedBad);
        fails("afterwardsBad", () -> both.afterwardsBad(null));
        fails("beforeBad", () -> both.beforeBad(null));
        fails("setBad", basket(second)::setBad);
        fails("iteratedBad", both::iteratedBad);
        fails("linkedBad", both::linkedBad);
        fails("partBad", both::partBad);
        fails("partBeforeBad", both::partBeforeBad);
        fails("replacedBad", basket(new P.Item("a", "b", 3))::replacedBad);
        List<P.Item> others = new ArrayList<>();
        others.add(null);
        fails("allBad", () -> both.allBad(others));
        fails("helpedBad", both::helpedBad);
        fails("lambdaBad", both::lambdaBad);
        fails("givenBad", () -> both.givenBad(chosen -> chosen.add(null)));
        List<List<P.Item>> kept = new ArrayList<>();
        fails("givenBeforeBad", () -> both.givenBeforeBad(kept::add, () -> kept.get(0).add(null)));
        fails("caughtBad", both::caughtBad);
        fails("aliasBad", basket(second, second)::aliasBad);
        fails("nestedBad", basket(new P.Item("a", null, 3))::nestedBad);
        fails("rawBad", both::rawBad);
        fails("noteSetBad", both::noteSetBad);
        fails("foundBad", () -> both.foundBad("x"));
        fails("entriesBad", both::entriesBad);
        fails("entryOfIterationBad", both::entryOfIterationBad);
        fails("computedBad", basket(new P.Item("a", "b", 4))::computedBad);
        fails("groupsBad", basket(new P.Item("", "b", 4))::groupsBad);
        fails("missingGroupBad", () -> both.missingGroupBad("x"));
        fails("orderedBad", both::orderedBad);
        fails("comparedBad", basket(new P.Item("", "b", 4), plain)::comparedBad);
        fails("lastBad", basket()::lastBad);
        fails("iteratorOfOldBad", both::iteratorOfOldBad);
        fails("copiedBad", both::copiedBad);

        P.Moved moved = new P.Moved();
        wait(moved::tick);
        moved.add(plain);
        moved.add(second);
        moved.swap(0, 1);
        moved.close(0);
        moved.openOk();
        moved.lastClosedOk();
        moved.loggedOk();
        moved.spoil("x");
        fails("spoiledBad", moved::spoiledBad);
        P.Moved mended = new P.Moved();
        wait(mended::tick);
        mended.add(plain);
        mended.mend(0);
        fails("mendedBad", mended::mendedBad);

        P.Groups groups = new P.Groups();
        wait(groups::tick);
        groups.add(plain);
        groups.sizeOk("a");
        groups.growOk(plain);
        groups.growBad(plain);
        groups.freeze("a");
        fails("growBad", () -> groups.growBad(plain));
        fails("missingBad", groups::missingBad);
    }
}
