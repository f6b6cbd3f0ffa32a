package static_final_atomic;

public class Demo { public static void main(String[] a) { P.next(); P.zeroBad(); } }
