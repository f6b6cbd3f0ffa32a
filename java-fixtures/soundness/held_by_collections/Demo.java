package held_by_collections;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Set;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        P p = new P();
        p.add(null);
        fails("lengthsBad", p::lengthsBad);
        p.addRaw(1);
        fails("rawBad", p::rawBad);
        p.givenOut().add(null);
        fails("givenOutBad", p::givenOutBad);
        p.part().add(null);
        fails("viewedBad", p::viewedBad);
        p.addIterated(null);
        fails("iteratedBad", p::iteratedBad);
        p.replace(null);
        fails("replacedBad", p::replacedBad);
        p.captured().accept(null);
        fails("capturedBad", p::capturedBad);
        p.lend(list -> list.add(null));
        fails("lentBad", p::lentBad);
        @SuppressWarnings("unchecked")
        List<String>[] places = new List[1];
        p.store(places);
        places[0].add(null);
        fails("storedBad", p::storedBad);
        p.either(true, null);
        fails("mergedBad", p::mergedBad);
        p.either(false, null);
        fails("otherBad", p::otherBad);
        p.addAll(Arrays.asList((String) null));
        fails("addedBad", p::addedBad);
        fails("copiedBad", new P(Arrays.asList((String) null))::copiedBad);
        fails("filledBad", p::filledBad);
        p.setLate(Arrays.asList((String) null));
        fails("lateBad", p::lateBad);
        p.count("a", null);
        fails("countBad", () -> p.countBad("a"));
        p.change("a");
        fails("changedBad", p::changedBad);
        p.compute("a", () -> null);
        fails("computedBad", p::computedBad);
        p.open.add(null);
        fails("openBad", p::openBad);
        p.guarded.add(null);
        fails("guardedBad", p::guardedBad);
        p.addSequential("a");
        ListIterator<String> iterator = (ListIterator<String>) p.sequential();
        iterator.next();
        iterator.set(null);
        fails("sequentialBad", p::sequentialBad);
        fails("referenceBad", p::referenceBad);
        p.drain(new P.Drain());
        fails("drainedBad", p::drainedBad);
        p.choose(true);
        fails("chosenBad", p::chosenBad);
        p.load(new AbstractMap<>() {
            @Override
            public Set<Entry<String, String>> entrySet() {
                return new AbstractSet<>() {
                    @Override
                    public int size() {
                        return 2;
                    }

                    @Override
                    public Iterator<Entry<String, String>> iterator() {
                        return new Iterator<>() {
                            private boolean isBegun;

                            @Override
                            public boolean hasNext() {
                                return true;
                            }

                            @Override
                            public Entry<String, String> next() {
                                if (isBegun) {
                                    throw new ConcurrentModificationException();
                                }
                                isBegun = true;
                                return new SimpleEntry<>("a", null);
                            }
                        };
                    }
                };
            }
        });
        fails("loadedBad", p::loadedBad);
        for (int number = 0; number < 60; number++) {
            p.collide("text" + number);
        }
        for (int number = 0; number < 8; number++) {
            p.collide(new P.Colliding());
        }
        fails("collidingBad", () -> p.collidingBad("\u0005"));
        fails("cellBad", p::cellBad);
        fails("chainBad", p::chainBad);
        fails("namedBad", () -> p.namedBad("a"));
        fails("firstBad", new P()::firstBad);
        fails("removeBad", new P()::removeBad);
        fails("addedTwiceBad", () -> p.addedTwiceBad("a"));
        fails("removedBad", () -> p.removedBad("a"));
        p.putBad("b");
        fails("putBad", () -> p.putBad("b"));
        p.seenBad("b");
        fails("seenBad", () -> p.seenBad("b"));
        fails("clearedBad", p::clearedBad);
        p.add("x");
        p.add("y");
        fails("indexBad", () -> p.indexBad("y"));
        fails("poppedBad", new P()::poppedBad);
        p.waitOk("a");
        fails("servedTwiceBad", p::servedTwiceBad);
        fails("nobodyBad", new P()::nobodyBad);
        p.sum("a", -1);
        fails("sumBad", () -> p.sumBad("a"));
        p.mix("a", null);
        fails("mixedBad", () -> p.mixedBad("a"));
        fails("linkedBad", () -> new P().linkedBad(0));
        fails("changedWhileIteratedBad", () -> p.changedWhileIteratedBad("z"));
        fails("keyBad", () -> p.keyBad(new P.Key()));
        fails("findBad", () -> p.findBad(new Object() {
            @Override
            public boolean equals(Object other) {
                throw new IllegalStateException();
            }
        }));
        holds();
    }

    private static void holds() {
        P p = new P();
        p.own("a");
        p.ownAddedOk();
        p.ownFirstOk();
        p.ownIndexOk("a");
        p.ownContainsOk(null);
        p.ownRemovedOk();
        p.ownClearedOk();
        p.numberOk("a", 1);
        p.numberOk("a", 2);
        p.numberOfOk("a");
        p.hasOk(null);
        p.rememberOk("a");
        p.waitOk(null);
        p.ownView();
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError | RuntimeException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
