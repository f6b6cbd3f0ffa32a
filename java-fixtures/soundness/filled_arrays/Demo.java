package filled_arrays;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run();
    }

    public static void main(String[] arguments) {
        P.Partly partly = new P.Partly(3, 2);
        fails("firstBad", partly::firstBad);
        fails("lastBad", partly::lastBad);
        fails("stepsBad", partly::stepsBad);
        fails("someBad", () -> partly.someBad(2));
        fails("brokenBad", () -> partly.brokenBad(2));
        fails("caughtBad", () -> partly.caughtBad(2));
        fails("changedBad", () -> partly.changedBad(2));
        fails("longerBad", () -> partly.longerBad(2));
        P.Shared shared = new P.Shared((String) null);
        shared.give()[0] = null;
        fails("givenBad", shared::givenBad);
        shared.pass();
        fails("passedBad", shared::passedBad);
        shared.view().set(0, null);
        fails("viewedBad", shared::viewedBad);
        shared.name(null);
        fails("namedBad", shared::namedBad);
        shared.choose(true, null);
        fails("chosenBad", shared::chosenBad);
        shared.fill(null);
        fails("filledBad", shared::filledBad);
        shared.copy(new String[1]);
        fails("copiedBad", shared::copiedBad);
        shared.capture().run();
        fails("capturedBad", shared::capturedBad);
        fails("keptBad", shared::keptBad);
        shared.grow();
        fails("grownBad", () -> shared.grownBad(2));
        fails("bothBad", () -> shared.bothBad(0));
        P.Rows rows = new P.Rows(2, 3);
        fails("moreBad", () -> rows.moreBad(0));
        fails("turnedBad", () -> rows.turnedBad(0, 2));
        rows.replace(new int[1]);
        fails("shortBad", rows::shortBad);
        rows.replace(null);
        fails("nullBad", rows::nullBad);
        fails("raggedBad", () -> rows.raggedBad(0, 0));
        fails("lateBad", rows::lateBad);
        rows.shorten(0);
        fails("cellBad of a shorter row", () -> rows.cellBad(1, 0));
        P.Lent narrow = new P.Lent(1);
        P.Lent wide = new P.Lent(3);
        narrow.lend(wide);
        fails("cellBad of a row that was lent", () -> wide.cellBad(2));
        P.Several several = new P.Several(3, 0);
        fails("cellBad of several", () -> several.cellBad(2));
        fails("nameBad of several", several::nameBad);
        try {
            new P.Early(2) {
                @Override
                protected void begun() {
                    throw new IllegalStateException();
                }
            };
        } catch (IllegalStateException e) {
            P.Early early = P.Early.seen();
            fails("nameBad of early", early::nameBad);
            fails("cellBad of early", early::cellBad);
            fails("rowBad of early", early::rowBad);
        }
        P.Again again = new P.Again();
        again.clear();
        fails("nameBad of again", again::nameBad);
        again.forget(0);
        again.swap(0, 1);
        fails("swappedBad", again::swappedBad);
        fails("deepBad", again::deepBad);
        fails("skippedBad", () -> {
            P.Skipped skipped = new P.Skipped();
            skipped.skip();
            skipped.skippedBad();
        });
        fails("takenBad", () -> {
            P.Taken taken = new P.Taken();
            taken.push("a");
            taken.take(0);
            taken.takenBad();
        });
        fails("grownBad of counted", () -> {
            P.Grown grown = new P.Grown();
            for (int i = 0; i < 3; i++) {
                grown.push("a");
            }
            grown.grownBad(1);
        });
        fails("shiftedBad", () -> {
            P.Shifted shifted = new P.Shifted();
            for (int i = 0; i < 4; i++) {
                shifted.insertGap(i, "a");
            }
            shifted.shiftedBad(3);
        });
        fails("raisedBad", () -> {
            P.Raised raised = new P.Raised();
            fails("push", () -> raised.push(null));
            raised.raisedBad(0);
        });
        fails("exchangedBad", () -> {
            P.Exchanged one = new P.Exchanged();
            one.push("a");
            one.exchange(new P.Exchanged());
            one.exchangedBad();
        });
        fails("clonedBad", () -> {
            P.Cloned cloned = new P.Cloned();
            cloned.push("a");
            try {
                cloned.clone().pop();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
            cloned.clonedBad();
        });
        P.CalledBack back = new P.CalledBack();
        fails("calledBackBad", () -> back.push(new Object() {
            @Override
            public String toString() {
                back.calledBackBad();
                return "";
            }
        }));
        fails("orderedBad", () -> {
            P.Ordered ordered = new P.Ordered();
            ordered.push("a");
            ordered.sort();
            ordered.orderedBad();
        });
        fails("wipedBad", () -> {
            P.Wiped wiped = new P.Wiped(1);
            wiped.push("a");
            wiped.wipe(null);
            wiped.wipedBad();
        });
        P.Cleared cleared = new P.Cleared(1);
        cleared.push("a");
        cleared.clear();
        cleared.clearedOk();
        P.Visited visited = new P.Visited();
        visited.push("a");
        visited.push("a");
        fails("clearedBad", visited::clearedBad);
        visited.push("a");
        fails("visitedBad", () -> visited.visitedBad(visited::pop));
        P.Counted counted = new P.Counted();
        for (int i = 0; i < 5; i++) {
            counted.pushOk("a");
        }
        counted.removeOk(1);
        counted.popOk();
        counted.totalOk();
        counted.lengthOk(2);
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
