package class_objects;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    @Deprecated
    private static class Old {}

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
        fails("componentBad", () -> Asked.componentBad(int[].class));
        fails("superclassBad", () -> Asked.superclassBad(Runnable.class));
        fails("noSuperclassBad", () -> Asked.noSuperclassBad(String.class));
        fails("modifiersBad", () -> Asked.modifiersBad(Call.class));
        fails("fieldsBad", () -> Asked.fieldsBad(String.class));
        fails("anonymousBad", () -> Asked.anonymousBad(new Object() {}.getClass()));
        fails("enclosingBad", () -> Asked.enclosingBad(Call.class));
        fails("annotatedBad", () -> Asked.annotatedBad(Old.class));
        fails("annotationBad", () -> Asked.annotationBad(Old.class));
        fails("genericBad", () -> Asked.genericBad(Thread.State.class));
        fails("parametersBad", () -> Asked.parametersBad(java.util.List.class));
        fails("canonicalBad", () -> Asked.canonicalBad(new Object() {}.getClass()));
        fails("textBad", () -> Asked.textBad(Runnable.class));
        fails("ofNumberBad", () -> Asked.ofNumberBad(Integer.class));
        for (Class<?> type : new Class<?>[] {null, int.class, String.class, int[].class, Runnable.class}) {
            Asked.sameOk(type);
            Asked.nullInstanceOk(type);
            Asked.nullCastOk(type);
            Asked.castInstanceOk(type, "");
            Asked.componentOk(type);
            Asked.noComponentOk(type);
            Asked.sameComponentOk(type);
            Asked.modifiersOk(type);
            Asked.interfacesOk(type);
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
