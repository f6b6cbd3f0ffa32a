package inv;

/** Shows that the methods that end in Bad fail for some caller. */
public final class Witnesses {
    private Witnesses() {}

    private interface Call {
        void run();
    }

    private static void show(String name, Call call) {
        try {
            call.run();
            System.out.println(name + " does not fail");
        } catch (RuntimeException | AssertionError failure) {
            System.out.println(name + " fails");
        }
    }

    public static void main(String[] arguments) {
        show("Account", () -> {
            new Account("", 0).richBad();
        });
        show("Base", () -> {
            Base.Derived it = new Base.Derived(); it.use(); it.unusedBad();
        });
        show("BoundedCounter", () -> {
            BoundedCounter it = new BoundedCounter(1); it.tryIncrement(); it.partBad();
        });
        show("Buffer", () -> {
            Buffer it = new Buffer(); for (int i = 0; i < 16; i++) it.put((byte) 0); it.getBad();
        });
        show("Builder", () -> {
            new Builder().width(5).build().narrowBad();
        });
        show("Cache", () -> {
            new Cache().answerBad();
        });
        show("Chain", () -> {
            Chain it = new Chain(); it.add(1); it.secondBad();
        });
        show("Clock", () -> {
            Clock it = new Clock(); it.tick(); it.tick(); it.earlyBad();
        });
        show("Connection", () -> {
            new Connection().lengthBad();
        });
        show("Counter", () -> {
            Counter it = new Counter(); it.increment(); it.increment(); it.smallBad();
        });
        show("Door", () -> {
            Door it = new Door(); it.lock(); it.neverLockedBad();
        });
        show("IntStack", () -> {
            new IntStack().topBad();
        });
        show("Lazy", () -> {
            new Lazy().lengthBad();
        });
        show("Listener", () -> {
            Listener it = new Listener(); it.enter(it::depthBad);
        });
        show("Matrix", () -> {
            new Matrix(1).atBad(1);
        });
        show("Money", () -> {
            Money.ZERO.someBad();
        });
        show("Names", () -> {
            new Names().firstBad();
        });
        show("Pair", () -> {
            Pair it = new Pair(); it.set(1, 1); it.noneBad();
        });
        show("Parent", () -> {
            Parent it = new Parent(); Parent.Child child = it.make(); it.make(); child.aloneBad();
        });
        show("Percent", () -> {
            new Percent().inverseBad();
        });
        show("Point3", () -> {
            new Point3(1, 1).apartBad();
        });
        show("Range", () -> {
            Range.of(1).distinctBad();
        });
        show("Retry", () -> {
            Retry it = new Retry(); it.attempt(); it.attempt(); it.attempt(); it.someBad();
        });
        show("Ring", () -> {
            new Ring(1).lastBad();
        });
        show("Scale", () -> {
            new Scale().applyBad(1);
        });
        show("Semaphore", () -> {
            new Semaphore(0).freeBad();
        });
        show("Session", () -> {
            new Session().userBad();
        });
        show("Temperature", () -> {
            Temperature it = new Temperature(); it.see(1); it.sameBad();
        });
        show("Title", () -> {
            new Title("").firstBad();
        });
        show("Tree", () -> {
            Tree it = new Tree(); it.addRoot(1); it.leftBad();
        });
        show("Window", () -> {
            new Window(0).firstBad();
        });
        show("Restores.swap", () -> {
            new Restores().swapBad(null);
        });
        show("StaticNumbers.free", () -> {
            StaticNumbers.take(); StaticNumbers.take(); StaticNumbers.take(); StaticNumbers.freeBad();
        });
        show("StaticNumbers.halfway", () -> {
            try { StaticNumbers.measure(null); } catch (NullPointerException expected) { StaticNumbers.halfwayBad(); }
        });
        show("StaticNumbers.divisor", () -> {
            StaticNumbers.clearing().run(); StaticNumbers.divisorBad();
        });
        show("StaticNumbers.weight", () -> {
            StaticNumbers.weights()[0] = 0; StaticNumbers.weightBad();
        });
        show("StaticNumbers.nested", () -> {
            new StaticNumbers.Inner().reset(); StaticNumbers.nestedBad();
        });
        show("StaticNumbers.open", () -> {
            StaticNumbers.open = 0; StaticNumbers.openBad();
        });
        show("StaticNumbers.packaged", () -> {
            StaticOthers.reset(); StaticNumbers.packagedBad();
        });
        show("StaticNumbers.scale", () -> {
            StaticNumbers.run(StaticNumbers::scaleBad);
        });
        show("StaticOthers.look", () -> {
            StaticNumbers.pass(); throw StaticOthers.seen;
        });
        show("StaticOthers.order", StaticOthers::sortTwo);
        show("StaticEarly", () -> {
            StaticEarly.grow(); assert StaticEarly.Probe.failures == 0;
        });
        show("StaticLazy.batch", StaticLazy::batchBad);
        show("StaticLazy.buffer", () -> {
            StaticLazy.stop(); StaticLazy.bufferBad();
        });
        show("StaticLazy.swap", () -> {
            StaticLazy.swapBad(null);
        });
        show("StaticRegistry.main", () -> {
            StaticRegistry.main().set(0); StaticRegistry.mainBad();
        });
        show("StaticRegistry.age", () -> {
            StaticRegistry.add("a", null); StaticRegistry.ageBad("a");
        });
        show("StaticRegistry.first", () -> {
            StaticRegistry.clear(); StaticRegistry.add(null, 1); StaticRegistry.firstBad();
        });
        show("StaticRegistry.alias", StaticRegistry::aliasBad);
        show("StaticRegistry.callback", () -> {
            StaticRegistry.callbackBad(StaticRegistry::clear);
        });
        show("StableParts.Leaked", () -> {
            try { new StableParts.Leaked(""); } catch (IllegalArgumentException refused) { }
            StableParts.Leaked.last.lengthBad();
        });
        show("StableParts.Registered", () -> {
            try { new StableParts.Registered(""); } catch (IllegalArgumentException refused) { }
            StableParts.Registered.ALL.get(0).lengthBad();
        });
        show("StableParts.Hooked", () -> {
            try { new StableParts.Keeping(""); } catch (IllegalStateException refused) { }
            StableParts.Keeping.kept.lengthBad();
        });
        show("StableParts.Cleared", () -> {
            StableParts.Cleared it = new StableParts.Cleared(""); it.clear(true, ""); it.lengthBad();
        });
        show("EarlyParts.Own", () -> {
            EarlyParts.Own.first().lengthBad();
        });
        show("EarlyParts.Other", () -> {
            EarlyParts.Steps.first().stepsBad();
        });
        show("EarlyParts.CalledBack", () -> {
            EarlyParts.CalledBack.made().lengthBad();
        });
        show("StableParts.Tested", () -> {
            new StableParts.Tested(new String[] {"", null, ""}).lengthBad();
        });
    }
}
