package static_compared;

public class Demo {
    private static void fails(Runnable run) {
        try {
            run.run();
        } catch (RuntimeException | AssertionError expected) {
            return;
        }
        System.err.println("it does not fail");
        System.exit(1);
    }

    public static void main(String[] arguments) {
        P taken = new P();
        taken.take();
        fails(new P()::heldBad);
        fails(() -> P.argumentBad(P.none()));
        fails(() -> P.arrayBad(P.empty()));
        fails(P.zero()::receiverBad);
        fails(() -> P.equalBad(P.none()));
        fails(taken::takenBad);
        P.lengthOk(P.none());
    }
}
