package changed_values;

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

    static P.Names names(String... texts) {
        P.Names names = new P.Names();
        for (int i = 0; i < 50; i++) {
            names.add(null);
        }
        for (String text : texts) {
            names.add(text);
        }
        names.lengthsOk();
        names.leftOk();
        names.twiceOk();
        names.pairsOk();
        return names;
    }

    static P.Switches switches() {
        P.Switches switches = new P.Switches();
        for (int i = 0; i < 50; i++) {
            switches.label(P.Switches.Key.LEFT, "label" + i);
        }
        switches.lengthOk(P.Switches.Key.LEFT);
        return switches;
    }

    public static void main(String[] arguments) {
        fails("upperBad", () -> names("Stra\u00dfe").upperBad());
        fails("lowerBad", () -> names("\u0130zmir").lowerBad());
        fails("unchangedBad", () -> names("ANNA").unchangedBad());
        fails("sameBad", () -> names("Anna", "anna").sameBad());
        fails("othersBad", () -> names("Anna", "Bo").othersBad());
        fails("pairsBad", () -> names("Annabel", "Bo").pairsBad());
        P.Switches.Key left = P.Switches.Key.LEFT;
        fails("entriesBad", () -> switches().entriesBad(left));
        fails("replacedBad", () -> switches().replacedBad(left));
        fails("firstBad", () -> switches().firstBad(left));
        fails("copiedBad", () -> switches().copiedBad(left));
        fails("removedBad", () -> switches().removedBad(left));
    }
}
