package init_fails_when_set;

public class Demo { public static void main(String[] a) { P.set(0); P.ratioBad(); } }
