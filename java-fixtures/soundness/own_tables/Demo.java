package own_tables;

import java.util.Map;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run();
    }

    public static void main(String[] arguments) {
        fails("nestedBad", () -> new P.Nested().nestedBad("a"));
        fails("clearedBad", () -> new P.Nested().clearedBad("a"));
        fails("removedBad", () -> new P.Nested().removedBad("a"));
        fails("sortedBad", () -> new P.Nested().sortedBad("a"));
        fails("replacedBad", () -> new P.Nested().replacedBad("a"));
        P.CalledBack back = new P.CalledBack();
        fails("calledBad", () -> back.calledBad("a", key -> {
            back.put("b");
            return 1;
        }));
        fails("suppliedBad", () -> back.suppliedBad("c", () -> {
            back.put("d");
            return 1;
        }));
        fails("sumBad", () -> {
            P.Entries entries = new P.Entries();
            entries.put("a");
            entries.forget();
            entries.sumBad();
        });
        fails("countBad of an entry", () -> {
            P.GivenEntry given = new P.GivenEntry();
            given.put("a");
            Map.Entry<String, Integer> entry = given.first();
            entry.setValue(null);
            given.countBad("a");
        });
        fails("countBad of what was replaced", () -> {
            P.Replaced replaced = new P.Replaced();
            replaced.put("a");
            for (int round = 0; round < 4; round++) {
                replaced.replace();
            }
            replaced.countBad("a");
        });
        fails("putBad", () -> new P.Compared().putBad(""));
        fails("offerBad", () -> {
            P.Compared compared = new P.Compared();
            compared.offerBad("a");
            compared.offerBad("");
        });
        fails("addBad by a comparator", () -> new P.Compared().addBad(""));
        fails("nullBad", () -> new P.Sorted().nullBad(null));
        fails("addBad of null", () -> new P.Sorted().addBad(null));
        fails("mixedBad", () -> {
            P.Sorted sorted = new P.Sorted();
            sorted.mixedBad("a");
            sorted.mixedBad(1);
        });
        fails("anythingBad", () -> new P.Sorted().anythingBad(new Object()));
        fails("firstBad", () -> new P.Sorted().firstBad());
        fails("lastBad", () -> new P.Sorted().lastBad());
        fails("addBad of a view", () -> new P.View().addBad("d"));
        fails("sumBad in the order of access", () -> {
            P.Recent recent = new P.Recent();
            recent.put("a");
            recent.put("b");
            recent.sumBad();
        });
        fails("otherBad", () -> new P.Keyed().otherBad(P.Color.RED));
        fails("nullBad of an enum", () -> new P.Keyed().nullBad(null));
        fails("absentBad", () -> new P.Keyed().absentBad(P.Color.RED));
        fails("dropBad", () -> {
            P.Changed changed = new P.Changed();
            changed.put("a");
            changed.put("b");
            changed.dropBad();
        });
        P.Polluted polluted = new P.Polluted();
        polluted.put("123456789", 1);
        polluted.pollute("123456789", (one, other) -> "s");
        fails("rawBad", polluted::rawBad);
        fails("genericBad", polluted::genericBad);
        fails("passedBad", polluted::passedBad);
        polluted.typedOk();
        new P.Nested().countOk("a");
        new P.Sorted().firstOk();
        new P.Keyed().colorOk(null);
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (AssertionError | RuntimeException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
