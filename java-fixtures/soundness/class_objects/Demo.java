package class_objects;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        fails("interfaceBad", () -> Asked.interfaceBad(Runnable.class));
        fails("arrayBad", () -> Asked.arrayBad(int[].class));
        fails("primitiveBad", () -> Asked.primitiveBad(int.class));
        fails("enumBad", () -> Asked.enumBad(Thread.State.class));
        fails("castBad", () -> Asked.castBad(String.class, 1));
        fails("instanceBad", () -> Asked.instanceBad(String.class, 1));
        fails("assignableBad", () -> Asked.assignableBad(Object.class, String.class));
        fails("nameBad", () -> Asked.nameBad(java.util.Collection.class));
        fails("simpleNameBad", () -> Asked.simpleNameBad(String.class));
        for (Class<?> type : new Class<?>[] {null, int.class, String.class, int[].class, Runnable.class}) {
            Asked.sameOk(type);
            Asked.nullInstanceOk(type);
            Asked.nullCastOk(type);
            Asked.castInstanceOk(type, "");
        }
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
