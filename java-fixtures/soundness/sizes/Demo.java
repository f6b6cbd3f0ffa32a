package sizes;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    /** Makes copies of what cannot be copied. */
    static final class Again extends P.Extended implements Cloneable {
        Again again() {
            try {
                return (Again) super.clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /** Empties what it is compared with. */
    static final class Emptying {
        @Override
        public boolean equals(Object other) {
            ((List<?>) other).clear();
            return false;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    public static void main(String[] arguments) {
        P.Twin twin = new P.Twin();
        twin.add(1);
        new P.Twin(twin).removeLast();
        fails("twinBad", twin::twinBad);
        P.Iterated iterated = new P.Iterated();
        Iterator<Integer> each = iterated.iterator();
        each.next();
        each.remove();
        fails("iteratedBad", iterated::iteratedBad);
        P.Viewed viewed = new P.Viewed();
        viewed.names().clear();
        viewed.values().clear();
        fails("keysBad", viewed::keysBad);
        fails("valuesBad", viewed::valuesBad);
        P.Copied copied = new P.Copied();
        copied.add(1);
        copied.clone().clear();
        fails("copiedBad", copied::copiedBad);
        Again extended = new Again();
        extended.add(1);
        extended.again().clear();
        fails("extendedBad", extended::extendedBad);
        P.Actions actions = new P.Actions();
        actions.clearing().run();
        actions.removing().test(1);
        actions.drained().run();
        fails("lambdaBad", actions::lambdaBad);
        fails("referenceBad", actions::referenceBad);
        fails("innerBad", actions::innerBad);
        new P.Amid().refill(amid -> fails("amidBad", amid::amidBad));
        P.Thrown thrown = new P.Thrown();
        try {
            thrown.replace("x");
        } catch (NumberFormatException expected) {
            fails("thrownBad", thrown::thrownBad);
        }
        P.Names names = new P.Names();
        names.clear();
        fails("namesBad", names::namesBad);
        P.Passed passed = new P.Passed();
        passed.drop();
        passed.synchronised().clear();
        passed.part().clear();
        passed.isLike(new Emptying());
        fails("passedBad", passed::passedBad);
        fails("synchronisedBad", passed::synchronisedBad);
        fails("partBad", passed::partBad);
        fails("askedBad", passed::askedBad);
        P.Neighbour neighbour = new P.Neighbour();
        P.empty(neighbour);
        fails("neighbourBad", neighbour::neighbourBad);
        P.Own own = new P.Own();
        own.expire();
        own.retain(Set.of());
        fails("ownBad", own::ownBad);
        fails("tableBad", own::tableBad);
        P.Sifted sifted = new P.Sifted("a");
        sifted.removeAll("a");
        sifted.sift(text -> true);
        sifted.sift(Set.of("a"));
        fails("siftedBad", sifted::siftedBad);
        fails("keptBad", sifted::keptBad);
        fails("sievedBad", sifted::sievedBad);
        List<String> kept = new ArrayList<>(List.of("a"));
        P.Mixed mixed = new P.Mixed(kept, false);
        kept.clear();
        fails("mixedBad", mixed::mixedBad);
        fails("filledBad", new P.Filled(0)::filledBad);
        P.Cursor cursor = new P.Cursor("a");
        cursor.skip();
        cursor.reset("");
        fails("cursorBad", cursor::cursorBad);
        try {
            new P.Early(-1);
        } catch (IllegalArgumentException expected) {
            fails("earlyBad", P.Early.last()::earlyBad);
        }
        P.Replaced replaced = new P.Replaced();
        replaced.replace(0);
        fails("replacedBad", replaced::replacedBad);
        P.Parted parted = new P.Parted();
        parted.add(1, null);
        parted.add(2, null);
        parted.next();
        parted.remove();
        fails("nextBad", parted::nextBad);
        fails("nameBad", parted::nameBad);
        P.Page page = new P.Page(new ArrayList<>(List.of("a")), new ArrayList<>());
        page.firstLineOk();
        page.lastLineOk();
        fails("firstWidthBad", page::firstWidthBad);
        fails("secondLineBad", page::secondLineBad);
        fails("shortenedBad", new P.Shortened(new ArrayList<>(List.of("a")))::shortenedBad);
        List<String> withNull = new ArrayList<>();
        withNull.add(null);
        fails("withoutNullsBad", new P.WithoutNulls(withNull)::withoutNullsBad);
        fails("isCopyBad", () -> P.isCopyBad(List.of("a")));
        fails("isNoCopyBad", () -> P.isNoCopyBad(new ArrayList<>(List.of("a"))));
        fails("copiedBeforeBad", () -> P.copiedBeforeBad(new ArrayList<>()));
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (ArithmeticException | IndexOutOfBoundsException | java.util.NoSuchElementException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
