package init_fails_for_others;

public class Demo { public static void main(String[] a) { P.touch(); P.caughtBad(); } }
