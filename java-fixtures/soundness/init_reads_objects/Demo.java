package init_reads_objects;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        Zone.constantOk();
        Zone.offsetOk();
        Readers.keepsOk();
        Readers.numberOk();
        fails("Readers.incrementBad", Readers::incrementBad);
        fails("Readers.writeBad", Readers::writeBad);
        fails("Readers.usesBad", Readers::usesBad);
        fails("Readers.logsBad", Readers::logsBad);
        fails("Readers.marksBad", Readers::marksBad);
        fails("Readers.fillsBad", Readers::fillsBad);
        Shared.year(5);
        Shared.count();
        Shared.change();
        fails("Readers.yearBad", Readers::yearBad);
        fails("Readers.keptCountBad", Readers::keptCountBad);
        fails("Readers.countBad", Readers::countBad);
        fails("Readers.elementBad", Readers::elementBad);
        fails("Readers.copyBad", Readers::copyBad);
        fails("Readers.moveBad", Readers::moveBad);
        fails("Readers.sumBad", Readers::sumBad);
        fails("Readers.sizeBad", Readers::sizeBad);
        fails("Readers.textBad", Readers::textBad);
        fails("Readers.atomBad", Readers::atomBad);
        fails("Readers.wrapBad", Readers::wrapBad);
        Object first = OpenZone.Utc.INSTANCE;
        fails("OpenZone.constantBad", OpenZone::constantBad);
        Users.named();
        fails("NamedZone.constantBad", NamedZone::constantBad);
        Users.made();
        fails("MadeZone.constantBad", MadeZone::constantBad);
        Users.last();
        fails("ParentZone.constantBad", ParentZone::constantBad);
        fails("MainZone.main", () -> MainZone.main(arguments));
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (Throwable failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
