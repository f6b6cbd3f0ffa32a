package static_final_scanner;

public class Demo { public static void main(String[] a) { P.nextBad(); P.nextBad(); P.nextBad(); } }
