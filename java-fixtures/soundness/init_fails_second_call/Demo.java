package init_fails_second_call;

public class Demo { public static void main(String[] a){ P.eBad(); P.eBad(); } }
