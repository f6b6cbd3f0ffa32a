package static_final_builder_param;

public class Demo { public static void main(String[] a) { P.log(); P.shortBad(); } }
