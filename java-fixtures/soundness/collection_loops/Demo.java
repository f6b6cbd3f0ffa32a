package collection_loops;

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

    static P.Lines lines(String... all) {
        P.Lines lines = new P.Lines();
        for (String line : all) {
            lines.add(line);
        }
        return lines;
    }

    static P.Steps steps(String... all) {
        P.Steps steps = new P.Steps();
        for (String step : all) {
            steps.add(step);
        }
        return steps;
    }

    public static void main(String[] arguments) {
        lines("", "a", "").removeEmptyOk();
        fails("removeTwiceBad", () -> lines("").removeTwiceBad());
        fails("removeBehindBad", () -> lines("", "a", "b").removeBehindBad());
        fails("addBehindBad", () -> lines("").addBehindBad());
        lines("", "a", "").backwardsOk();
        fails("backwardsTwiceBad", () -> lines("").backwardsTwiceBad());
        lines("", "a", "").forwardsOk();
        fails("forwardsBad", () -> lines("", "a").forwardsBad());
        fails("twoIteratorsBad", () -> lines("", "a", "b").twoIteratorsBad());
        lines("a", "b").joinedOk();
        fails("Lines.joinedBad", () -> lines("a").joinedBad(null));
        P.Names names = new P.Names();
        names.add(null);
        names.add("a");
        names.joinedOk();
        fails("lengthsBad", names::lengthsBad);
        P.Texts texts = new P.Texts();
        texts.add(new P.Wary(null));
        fails("Texts.joinedBad", texts::joinedBad);
        fails("Texts.joinedByBad", () -> texts.joinedByBad(new P.Wary(null)));
        steps("a", "b").lengthsOk();
        fails("firstCharactersBad", () -> steps("").firstCharactersBad());
        fails("takenFromBehindBad", () -> steps("", "", "").takenFromBehindBad());
        fails("takenFromFrontBad", () -> steps("a", "b", "c").takenFromFrontBad());
        fails("removedObjectBad", () -> steps("a", "b").removedObjectBad("b"));
        fails("tooManyBad", () -> steps("a").tooManyBad());
        steps("a", "b").eachOk();
        fails("eachBad", () -> steps("", "a").eachBad());
        P.Counts counts = new P.Counts();
        counts.count("");
        counts.count("a");
        counts.increaseOk();
        counts.dropZerosOk();
        counts.countOk(null);
        P.Counts many = new P.Counts();
        for (int i = 0; i < 6; i++) {
            many.count("a");
        }
        fails("setBehindBad", many::setBehindBad);
        fails("Counts.dropBehindBad", () -> {
            for (int i = 0; i < 5; i++) {
                counts.count("x".repeat(i));
            }
            counts.dropBehindBad();
        });
        P.Marks marks = new P.Marks();
        marks.mark("a", 5);
        fails("afterBad", () -> marks.afterBad("a"));
        P.Marks wiped = new P.Marks();
        wiped.mark("a", 5);
        wiped.wipe(1);
        fails("sumBad", wiped::sumBad);
        P.Chain other = new P.Chain();
        other.add("");
        other.add("a");
        other.add("b");
        fails("Chain.dropBehindBad", other::dropBehindBad);
        P.Shown shown = new P.Shown();
        shown.add("a");
        fails("copyBad", () -> shown.copyBad(shown.names()));
        fails("firstBad", () -> shown.firstBad(shown.names()));
        shown.add("b");
        shown.add("c");
        fails("Shown.dropBad", () -> shown.dropBad(shown.keys()));
        new P.Hidden().copyOk(shown.names());
        fails("separatedBad", () -> asked().separatedBad(new Clearing()));
        fails("valueBad", () -> asked().valueBad(new Clearing()));
        fails("Asked.eachBad", () -> {
            P.Asked asked = asked();
            asked.say(new Clearing());
            asked.say("b");
            asked.say("c");
            asked.eachBad();
        });
    }

    static P.Asked current;

    static P.Asked asked() {
        current = new P.Asked();
        current.add("a");
        return current;
    }

    /** Clears what asks it for its text. */
    static class Clearing implements CharSequence {
        @Override
        public int length() {
            return 0;
        }

        @Override
        public char charAt(int index) {
            throw new IndexOutOfBoundsException();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return this;
        }

        @Override
        public String toString() {
            current.clear();
            return "";
        }
    }
}
