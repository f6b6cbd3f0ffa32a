package user_types;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        fails("Casts.castBad", () -> Casts.castBad(new Casts.Box(7)));
        fails("Casts.classBad", () -> Casts.classBad(new Casts.Box(1)));
        fails("Casts.arrayBad", () -> Casts.arrayBad(new Casts.Box[3]));
        fails("Casts.numbersBad", () -> Casts.numbersBad(new int[] {1, 5}));
        fails("Casts.sameBad", () -> {
            Casts.Box box = new Casts.Box(1);
            Casts.sameBad(box, box);
        });
        fails("Sealed.shapeBad", () -> Sealed.shapeBad(new Sealed.Circle(4)));
        fails("Sealed.comparableBad", () -> Sealed.comparableBad(new Sealed.Circle(9)));
        fails("Sealed.recordBad", () -> Sealed.recordBad(new Sealed.Square(-4)));
        fails("Interfaces.lengthBad", () -> Interfaces.lengthBad(new Interfaces.Broken()));
        fails("Interfaces.numberBad", () -> Interfaces.numberBad(new Interfaces.Money()));
        fails("Interfaces.otherBad", () -> Interfaces.otherBad(1));
        fails("Interfaces.runBad", () -> Interfaces.runBad(new Interfaces.Task()));
        fails("Interfaces.versionBad", () -> Interfaces.versionBad(new Interfaces.Version()));
        fails("Interfaces.iterableBad", () -> Interfaces.iterableBad(new Interfaces.Once()));
        fails("Interfaces.supplierBad", () -> Interfaces.supplierBad(new Interfaces.Seven()));
        fails("Interfaces.textBad", () -> Interfaces.textBad(new Interfaces.Source()));
        fails("Interfaces.closeBad", () -> Interfaces.closeBad(new Interfaces.Resource()));
        fails("Interfaces.listBad", () -> Interfaces.listBad(List.of(new Interfaces.Task())));
        fails("Throwables.catchBad", () -> Throwables.catchBad(new Throwables.Coded(404)));
        fails("Throwables.instanceBad", () -> Throwables.instanceBad(new Throwables.Coded(3)));
        fails("Throwables.messageBad", () -> Throwables.messageBad(new Throwables.Mute()));
        fails("Throwables.errorBad", () -> Throwables.errorBad(new Throwables.Fatal()));
        fails("Throwables.castBad", () -> Throwables.castBad(new Throwables.Coded(-1)));
        fails("Elements.elementBad", () -> Elements.elementBad(new Object[] {new Elements.Leaf()}));
        fails("Elements.listBad", () -> Elements.listBad(List.of(new Elements.Leaf())));
        fails("Elements.mapBad", () -> Elements.mapBad(Map.of("leaf", leaf(2))));
        fails("Elements.optionalBad", () -> Elements.optionalBad(Optional.of(new Elements.Leaf())));
        fails("Elements.fieldBad", () -> elements(leaf(5)).fieldBad());
        fails("Elements.staticBad", () -> {
            Elements.shared = new Elements.Leaf();
            Elements.staticBad();
        });
        fails("Elements.fieldElementBad", () -> elements(leaf(5)).fieldElementBad());
        fails("Elements.storeBad", () -> Elements.storeBad(new Elements.Leaf[1]));
        fails("Elements.nestedBad", () -> Elements.nestedBad(new Object[] {new Elements.Leaf()}));
        fails("Overrides.Named.sizeBad", () -> new Overrides.Named<>(new Overrides.Silent()).sizeBad());
        fails("Overrides.textBad", () -> Overrides.textBad(new Overrides.Silent()));
        fails("Overrides.equalsBad", () -> Overrides.equalsBad(new Overrides.Picky()));
        fails("Overrides.hashBad", () -> Overrides.hashBad(new Overrides.Picky()));
        fails("Overrides.largestBad", () -> Overrides.largestBad("a", "k"));
    }

    private static Elements.Leaf leaf(int weight) {
        Elements.Leaf leaf = new Elements.Leaf();
        leaf.weight = weight;
        return leaf;
    }

    private static Elements elements(Object held) {
        Elements elements = new Elements();
        elements.held = held;
        elements.several = new Object[] {null, held};
        return elements;
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (Throwable failure) {
            return;
        }
        System.out.println(name + " does not fail");
    }
}
