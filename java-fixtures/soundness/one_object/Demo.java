package one_object;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        fails("ClassObjects.sameBad", () -> ClassObjects.sameBad(ClassObjects.class));
        fails("ClassObjects.equalBad", () -> ClassObjects.equalBad(ClassObjects.class));
        fails("ClassObjects.anyBad", () -> ClassObjects.anyBad(ClassObjects.class));
        fails("ClassObjects.keyBad", () -> ClassObjects.keyBad(ClassObjects.class));
        fails("Lambdas.sameBad", Lambdas::sameBad);
        ClassObjects.ownOk(ClassObjects.class);
        Lambdas.answerOk(3);
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
