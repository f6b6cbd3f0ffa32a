package narrower_arrays;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        String[] texts = { "a" };
        Integer[] numbers = { 1 };
        fails("cloneBad", () -> P.cloneBad(texts));
        fails("copyOfBad", () -> P.copyOfBad(texts));
        fails("copyOfRangeBad", () -> P.copyOfRangeBad(numbers));
        fails("copyOfCopyBad", () -> P.copyOfCopyBad(texts));
        fails("classBad", () -> P.classBad(texts));
        fails("classOfCloneBad", () -> P.classOfCloneBad(numbers));
        fails("componentBad", () -> P.componentBad(numbers));
        fails("nameBad", () -> P.nameBad(texts));
        fails("instanceBad", () -> P.instanceBad(texts));
        fails("castBad", () -> P.castBad(texts));
        fails("arraycopyBad", () -> P.arraycopyBad(new Object[] { 1 }, texts));
        fails("arraycopyIntoCloneBad", () -> P.arraycopyIntoCloneBad(texts));
        fails("fillBad", () -> P.fillBad(texts));
        fails("listBad", () -> P.listBad(texts));
        fails("newInstanceBad", () -> P.newInstanceBad(texts));
        fails("setBad", () -> P.setBad(texts));
        fails("rowBad", () -> P.rowBad(new String[][] { texts }));
        P p = new P();
        p.keep(texts);
        fails("putIntoGivenBad", () -> p.putIntoGivenBad(1));
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
