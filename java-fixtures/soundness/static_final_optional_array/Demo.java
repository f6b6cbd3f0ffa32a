package static_final_optional_array;

public class Demo { public static void main(String[] a) { P.incBad(); P.incBad(); P.incBad(); } }
