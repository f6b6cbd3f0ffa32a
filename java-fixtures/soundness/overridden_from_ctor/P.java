package overridden_from_ctor;

abstract class B { public B() { initBad(); } protected abstract void initBad(); }

public class P extends B { private final String t; public P() { t = "t"; } @Override protected void initBad() { assert t != null; } }
