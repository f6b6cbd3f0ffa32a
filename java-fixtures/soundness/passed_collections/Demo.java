package passed_collections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        List<String> ofNull = Arrays.asList((String) null);
        fails("nullBad", () -> P.nullBad(ofNull));
        fails("emptyBad", () -> P.emptyBad(List.of()));
        fails("lastBad", () -> P.lastBad(List.of("a"), 1));
        fails("fixedBad", () -> P.fixedBad(List.of()));
        fails("shrunkBad", () -> P.shrunkBad(new ArrayList<>(List.of("a"))));
        List<String> one = new ArrayList<>(List.of("a"));
        fails("aliasBad", () -> P.aliasBad(one, one));
        P p = new P(ofEmptyKept());
        p.put("a");
        fails("ownBad", () -> p.ownBad(p.givenOut()));
        P.shared().add("a");
        fails("sharedBad", () -> P.sharedBad(Collections.unmodifiableList(P.shared())));
        P.shared().add("a");
        fails("grownBad", () -> P.grownBad(P.shared()));
        String[] array = {"a"};
        fails("backedBad", () -> P.backedBad(array, Arrays.asList(array)));
        fails("sameBad", () -> P.sameBad(one, one));
        fails("kindBad", () -> P.kindBad(new ArrayList<>()));
        fails("listIteratorBad", () -> P.listIteratorBad(new LinkedList<>()));
        fails("classBad", () -> P.classBad(new ArrayList<>()));
        fails("twiceBad", () -> P.twiceBad(List.of("a", "a")));
        Object object = new Object();
        fails("thisBad", () -> P.thisBad(List.of(object), object));
        fails("iteratorBad", () -> P.iteratorBad(Collections.emptyIterator()));
        fails("pastBad", () -> P.pastBad(Set.of("a")));
        fails("missingBad", () -> P.missingBad(Map.of(), "a"));
        Map<String, Integer> nulls = new HashMap<>();
        nulls.put("a", null);
        fails("heldBad", () -> P.heldBad(nulls, "a"));
        fails("refusesNullBad", () -> P.refusesNullBad(Set.of("a")));
        fails("otherTypeBad", () -> P.otherTypeBad(new TreeSet<>(Set.of(1))));
        fails("valueBad", () -> P.valueBad(nulls));
        fails("setBad", () -> P.setBad(Map.of("a", 1)));
        Map<String, Integer> ages = new HashMap<>(Map.of("a", 1));
        fails("viewBad", () -> P.viewBad(ages, ages));
        fails("sameViewBad", () -> P.sameViewBad(ages, ages));
        fails("sameIteratorBad", () -> P.sameIteratorBad(Collections.emptyList(), Collections.emptyList()));
        fails("rawBad", () -> P.rawBad(List.of(1)));
        fails("countBad", () -> P.countBad(List.of("a", "b", "c")));
        P keeping = new P(one);
        one.add("a");
        Collections.fill(one, null);
        fails("keptBad", keeping::keptBad);
        fails("peekBad", () -> P.peekBad(new LinkedList<>(ofNull)));
        fails("arrayBad", () -> P.arrayBad(List.of("a", "b", "c")));
        fails("ownArrayBad", () -> p.ownArrayBad(p.cells()));
        P.Cell[] cells = new P.Cell[2];
        fails("loopOverOwnBad", () -> P.loopOverOwnBad(cells, Arrays.asList(cells)));
        fails("mixedBad", () -> P.mixedBad(new TreeSet<>(Set.of(1)), 5L));
        fails("noOrderBad", () -> P.noOrderBad(new TreeSet<>()));
        fails("comparedBad", () -> P.comparedBad(Set.of(new P.Circle(1), new P.Circle(2))));
        fails("entriesBad", () -> P.entriesBad(Map.of("a", "a")));
        Map<String, String> ordered = new LinkedHashMap<>(16, 0.75f, true);
        List.of("x", "y", "z").forEach(name -> ordered.put(name, name));
        fails("orderBad", () -> P.orderBad(ordered, "x"));
        fails("arrayKindBad", () -> P.arrayKindBad(new String[0]));
        fails("variableBad", () -> P.variableBad(4000));
        fails("listVariableBad", () -> P.listVariableBad(4000));
        fails("filledBad", () -> P.filledBad(4800));
        fails("filledListBad", () -> P.filledListBad(4000));
        fails("clearedBad", () -> p.clearedBad(4000));
        fails("iteratedBad", () -> p.iteratedBad(3001));
        fails("partsBad", () -> P.partsBad(4000));
        fails("queuedBad", () -> p.queuedBad(4000));
        fails("sameTextBad", () -> P.sameTextBad(4000));
        fails("sentinelBad", () -> P.sentinelBad(P.none(), 1));
        fails("boxBad", () -> P.boxBad(true, 1));
        fails("textBad", () -> P.textBad(4000));
        P changing = new P(List.of());
        changing.change(ofNull);
        fails("changedBad", changing::changedBad);
    }

    private static List<String> ofEmptyKept() {
        return new ArrayList<>();
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
