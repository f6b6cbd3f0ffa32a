package init_writes_other;

public class Demo { public static void main(String[] a) { P.raise(); try { P.levelBad(); } catch (AssertionError e) { P.lower(); P.touchBad(); } } }
