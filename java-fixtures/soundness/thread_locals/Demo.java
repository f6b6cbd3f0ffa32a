package thread_locals;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        P.append("a");
        P.count(1);
        P.keep(1);
        P owner = new P();
        owner.keepOwn("a");
        ThreadLocal<String> passed = new ThreadLocal<>();
        passed.set("a");
        fails("emptyBad", P::emptyBad);
        fails("unsetBad", P::unsetBad);
        fails("castBad", P::castBad);
        fails("ownBad", owner::ownBad);
        fails("passedBad", () -> P.passedBad(passed));
        fails("afterAnotherBad", () -> P.afterAnotherBad(1));
        P.sameOk();
        P.presentOk();
        P.typeOk();
        P.newOk();
        P.setOk(2);
        P.removedOk();
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
