package static_final_iterator;

public class Demo { public static void main(String[] a){ P.nxtBad(); P.nxtBad(); P.nxtBad(); } }
